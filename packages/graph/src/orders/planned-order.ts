import type { Context, PlannedOrder } from '../context.ts';
import type { LockedOrder } from './lock-orders.ts';
import type { BookingPlan } from './plan-booking.ts';
import type { TransferPlan } from './plan-transfer.ts';
import { soldColumns } from './write-booking.ts';

/** What a booking or a rebooking makes of the people and transfers of an order. */
type Assignments = {
  pickup: TransferPlan['columns'];
  dropoff: TransferPlan['columns'];
  tourGuideId: number | null;
};

const NO_TRANSFER = { date: null, time: null, driverId: null };

/** The people and transfers of an order that `changeHold` books anew. */
export const heldAssignments = ({ pickup, dropoff, tourGuideId }: BookingPlan): Assignments => ({
  pickup: { ...NO_TRANSFER, ...pickup.columns },
  dropoff: { ...NO_TRANSFER, ...dropoff.columns },
  tourGuideId,
});

/** An order as it would be with another booking. */
export function plannedOrder(
  context: Context,
  { id }: Pick<LockedOrder, 'id'>,
  plan: BookingPlan,
  { pickup, dropoff, tourGuideId }: Assignments,
): PlannedOrder {
  const { availabilityId, date, startTime } = plan.days[0].departure;
  return {
    id,
    columns: new Map(soldColumns(context, plan, null)),
    booking: { availabilityId, date, startTime },
    pickup,
    dropoff,
    tourGuideId,
  };
}

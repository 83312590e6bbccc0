import type { Context } from '../context.ts';
import type { FieldErrors } from '../errors.ts';
import type { Right } from '../shared/principals.ts';
import { checkEmail } from './booking-passengers.ts';
import type { LockedOrder } from './lock-orders.ts';
import type { OrderUpdate, Person } from './order-inputs.ts';
import { planTransfer, type TransferPlan } from './plan-transfer.ts';
import { selectPerson } from './select-person.ts';

/** A checked update of the orders of one organization and city. Absent members stay unchanged. */
export type UpdatePlan = {
  columns: { contactPersonId?: number | null; tourGuideId?: number | null; referenceCode?: string | null };
  leader: LeaderColumns;
  pickup: TransferPlan;
  dropoff: TransferPlan;
};

/** The columns of a leader that an update may change. */
export const LEADER_COLUMNS = [
  'firstName',
  'lastName',
  'gender',
  'phoneNumber',
  'phoneCountryCode',
  'whatsappNumber',
  'email',
] as const;

export type LeaderColumns = Partial<Record<(typeof LEADER_COLUMNS)[number], string>>;

/** Checks an update for the orders of one organization and city, and adds violations to `fieldErrors`. */
export async function planUpdate(
  context: Context,
  order: LockedOrder,
  update: OrderUpdate,
  fieldErrors: FieldErrors,
): Promise<UpdatePlan> {
  const { organizationId } = order;
  const selected = (member: 'contactPerson' | 'tourGuide', right: Right) =>
    selectPerson(context, update[member], { right, organizationId, path: [member] }, fieldErrors.part());
  // Concurrent lookups are sent as one statement.
  const [contactPersonId, tourGuideId, pickup, dropoff] = await Promise.all([
    selected('contactPerson', 'contact'),
    selected('tourGuide', 'guide'),
    planTransfer(context, update.pickup, order, ['pickup'], fieldErrors.part()),
    planTransfer(context, update.dropoff, order, ['dropoff'], fieldErrors.part()),
  ]);
  checkEmail(update.leader, ['leader'], fieldErrors);
  return {
    columns: present({ contactPersonId, tourGuideId, referenceCode: update.referenceCode }),
    leader: leaderColumns(update.leader),
    pickup,
    dropoff,
  };
}

/** Without the members that are undefined. */
function present<T extends object>(members: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

function leaderColumns(leader: Person | null | undefined): LeaderColumns {
  const columns: LeaderColumns = {};
  for (const column of LEADER_COLUMNS) {
    const text = leader?.[column];
    if (text !== undefined) columns[column] = text ?? '';
  }
  return columns;
}

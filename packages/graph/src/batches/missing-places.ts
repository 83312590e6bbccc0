import type { Context } from '../context.ts';
import type { Asked } from './plan-rows.ts';

const HOLDING: readonly string[] = ['InCart', 'Booked'];

/**
 * Which orders would find no places any more when they come back from a status that holds none: by what is left now, the
 * order with the lowest id first.
 */
export async function placesMissing({ db }: Context, asked: readonly Asked[]): Promise<Map<number, string>> {
  const needs = asked.flatMap(({ order, change }) =>
    HOLDING.includes(change.status ?? '')
      ? order.bookings
          .filter((booking) => booking.status === order.status && booking.placesHeld < booking.quantity)
          .map(({ availabilityId, quantity, placesHeld }) => ({
            orderId: order.id,
            availabilityId,
            places: quantity - placesHeld,
          }))
      : [],
  );
  const departures = await db.availability.findMany({
    where: { id: { in: [...new Set(needs.map(({ availabilityId }) => availabilityId))] } },
    select: { id: true, remaining: true },
  });
  const left = new Map(departures.map(({ id, remaining }) => [id, remaining]));
  const missing = new Map<number, string>();
  for (const { orderId, availabilityId, places } of needs) {
    const remaining = left.get(availabilityId) ?? 0;
    if (places > remaining) missing.set(orderId, 'There are not enough places left.');
    else left.set(availabilityId, remaining - places);
  }
  return missing;
}

import type { Context } from '../context.ts';
import { holdsPlaces, NO_PLACES, placesLeft } from '../orders/places.ts';
import type { Requested } from './row-change.ts';

/**
 * The orders that would find too few places when they return from a status that holds none, computed from the places
 * that are left now, lowest order id first. Expired holds of other orders count as free.
 */
export async function placesMissing(
  { db, now }: Context,
  requested: readonly Requested[],
): Promise<Map<number, string>> {
  const needs = requested.flatMap(({ order, change }) =>
    change.status && holdsPlaces(change.status)
      ? order.bookings
          .filter((booking) => booking.status === order.status && booking.placesHeld < booking.quantity)
          .map(({ availabilityId, quantity, placesHeld }) => ({
            orderId: order.id,
            availabilityId,
            places: quantity - placesHeld,
          }))
      : [],
  );
  if (needs.length === 0) return new Map();
  const departures = [...new Set(needs.map(({ availabilityId }) => availabilityId))];
  const left = await placesLeft(
    db,
    departures,
    requested.map(({ order }) => order.id),
    now,
  );
  const missing = new Map<number, string>();
  for (const { orderId, availabilityId, places } of needs) {
    const remaining = left.get(availabilityId) ?? 0;
    if (places > remaining) missing.set(orderId, NO_PLACES);
    else left.set(availabilityId, remaining - places);
  }
  return missing;
}

import type { Tx } from '@channel/prisma';

/** Places by departure; negative where they are released. */
export type Places = Map<number, number>;

export const addPlaces = (places: Places, departure: number, more: number) =>
  places.set(departure, (places.get(departure) ?? 0) + more);

/**
 * Takes places of departures. Where one has too few, expired holds are released.
 *
 * @param isTogether whether the holds of all of these departures are released then, as a booking does
 */
export async function takePlaces(tx: Tx, places: Places, now: Date, isTogether = false): Promise<void> {
  const short: number[] = [];
  for (const [id, wanted] of places) {
    const { remaining } = await tx.availability.findUniqueOrThrow({ where: { id } });
    if (wanted > remaining) short.push(id);
  }
  const released = isTogether && short.length > 0 ? [...places.keys()] : short;
  for (const availabilityId of released) {
    const expired = await tx.booking.findMany({ where: { availabilityId, holdExpiresAt: { lte: now } } });
    for (const { id, placesHeld } of expired) {
      await tx.booking.update({ where: { id }, data: { placesHeld: 0, holdExpiresAt: null } });
      await tx.availability.update({ where: { id: availabilityId }, data: { booked: { decrement: placesHeld } } });
    }
  }
  for (const [id, wanted] of places)
    if (wanted !== 0) await tx.availability.update({ where: { id }, data: { booked: { increment: wanted } } });
}

import type { PrismaClient } from '@channel/prisma';
import { NOW } from '../../src/testing/index.ts';
import { type EdgeCases, startEdgeCases } from '../equivalence/equivalence.ts';
import { recordWrites } from './recorded-writes.ts';

/** The edge cases, with declined jobs, sold-out departures of expired holds, and stays; what is written is recorded. */
export async function startWrites(seed: number): Promise<EdgeCases> {
  const world = await startEdgeCases(seed, { MAX_STAY_DAYS: '4' });
  const { db } = world.server;
  await declineJobs(db);
  await expireHolds(world);
  await recordWrites(db);
  return world;
}

const declineJobs = (db: PrismaClient) => db.$executeRaw`
  INSERT INTO crew_job (user_id, order_id, task, state, reason, state_at, appointment, seen_digest, seen_at, title, day)
  SELECT job.user_id, o.id, job.task::dispatch_task, 'declined', 'ill', ${NOW}, 'then',
    CASE WHEN o.id % 2 = 0 THEN 'moved' ELSE 'seen' END, ${NOW}, 'A tour', '2026-06-10'
  FROM orders o JOIN transfer p ON p.id = o.pickup_id JOIN transfer d ON d.id = o.dropoff_id,
    LATERAL (VALUES (o.tour_guide_id, 'guide'), (p.driver_id, 'pickup'), (d.driver_id, 'dropoff')) AS job (user_id, task)
  WHERE job.user_id IS NOT NULL`;

/** Half of the holds are over, and their departures have no other places; they are offered as well. */
async function expireHolds({ server: { db }, users }: EdgeCases): Promise<void> {
  const expired = await db.booking.findMany({
    where: { status: 'InCart', placesHeld: { gt: 0 }, date: { gt: NOW } },
    include: { availability: { include: { rates: true } }, rate: { include: { categories: true } } },
    orderBy: { id: 'asc' },
  });
  for (const { id, availability, rate, serviceLevelId, date, startTime } of expired) {
    await db.booking.update({ where: { id }, data: { holdExpiresAt: new Date(NOW.getTime() - 1) } });
    await db.availability.update({ where: { id: availability.id }, data: { capacity: availability.booked } });
    const sold = availability.rates.find(({ rateId }) => rateId === rate.id);
    const [day, time = null] = [date.toISOString().slice(0, 10), startTime?.toISOString().slice(11, 19)];
    const categoryIds = rate.categories.map(({ priceCategoryId }) => priceCategoryId);
    for (const { known } of users)
      if (sold && known.levelIds.includes(serviceLevelId))
        known.offers.push({
          role: known.roles[0] ?? '',
          serviceLevelId,
          availabilityId: sold.id,
          date: day,
          startTime: time,
          categoryIds,
        });
  }
}

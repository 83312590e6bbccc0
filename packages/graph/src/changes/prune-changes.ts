import type { PrismaClient } from '@channel/prisma';

/** Changes that one statement deletes. */
const BATCH = 5_000;

const DAY = 86_400_000;

/**
 * Deletes the changes of the feed that are older than some days, oldest first. A cursor before them is refused from
 * then on. For a recurring job.
 *
 * @returns the number of deleted changes
 */
export async function pruneChanges(db: PrismaClient, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * DAY);
  let all = 0;
  for (const stream of ['orders', 'catalogue']) {
    for (let deleted = BATCH; deleted === BATCH; all += deleted) {
      deleted = await db.$executeRaw`
        WITH oldest AS MATERIALIZED (
          SELECT position, at FROM sequenced_change WHERE stream = ${stream}::change_stream ORDER BY position LIMIT ${BATCH}
        ), gone AS (
          DELETE FROM sequenced_change WHERE stream = ${stream}::change_stream
            AND position <= (SELECT max(position) FROM oldest)
            AND position < coalesce((SELECT min(position) FROM oldest WHERE at >= ${before}), 9223372036854775807)
          RETURNING position, token
        ), floor AS (
          UPDATE change_feed f SET floor_position = g.position, floor_token = g.token
          FROM (SELECT position, token FROM gone ORDER BY position DESC LIMIT 1) g WHERE f.stream = ${stream}::change_stream
        )
        SELECT FROM gone`;
    }
  }
  return all;
}

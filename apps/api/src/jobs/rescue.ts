import { lifeless, type PrismaClient } from '@channel/prisma';
import type { Logger } from 'pino';

/** A worker that has just begun may hold jobs before it shows a sign of life. */
const GRACE_SECONDS = 10;

/**
 * Gives the jobs of worker processes that are gone back to the queue. It would do so by itself, but only after hours.
 * What was under way is done again: every job stands that.
 */
export async function rescueJobs(db: PrismaClient, log: Logger): Promise<void> {
  const held = await db.$queryRaw<{ pool: string }[]>`
    SELECT DISTINCT locked_by AS pool FROM graphile_worker.jobs
    WHERE locked_at < now() - make_interval(secs => ${GRACE_SECONDS}::int)`;
  const dead = await lifeless(
    db,
    held.map(({ pool }) => pool),
  );
  if (dead.length === 0) return;
  await db.$executeRaw`SELECT graphile_worker.force_unlock_workers(${dead})`;
  log.warn({ workers: dead.length }, 'jobs of workers that are gone were given back to the queue');
}

import { type PrismaClient, withoutLivenessLock } from '@channel/prisma';
import type { Logger } from 'pino';

/** Seconds. A worker that has just started may hold jobs before its first sign of life. */
const GRACE_SECONDS = 10;

/**
 * Returns the jobs of worker processes that are gone to the queue. The queue would do so automatically, but only after
 * hours. Interrupted jobs run again, because every job is idempotent.
 */
export async function rescueJobs(db: PrismaClient, log: Logger): Promise<void> {
  const held = await db.$queryRaw<{ pool: string }[]>`
    SELECT DISTINCT locked_by AS pool FROM graphile_worker.jobs
    WHERE locked_at < now() - make_interval(secs => ${GRACE_SECONDS}::int)`;
  const dead = await withoutLivenessLock(
    db,
    held.map(({ pool }) => pool),
  );
  if (dead.length === 0) return;
  await db.$executeRaw`SELECT graphile_worker.force_unlock_workers(${dead})`;
  log.warn({ workers: dead.length }, 'returned the jobs of workers that are gone to the queue');
}

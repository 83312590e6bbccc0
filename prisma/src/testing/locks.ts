import type { PrismaClient } from '../client.ts';

/**
 * The number of statements of this database that wait for a lock. Call it outside of transactions: in one,
 * `pg_stat_activity` shows its first snapshot.
 */
export async function waitingForLocks(db: Pick<PrismaClient, '$queryRaw'>): Promise<number> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}

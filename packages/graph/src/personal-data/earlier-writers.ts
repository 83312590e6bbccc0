import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@channel/prisma';

/*
 * A transaction that read an order before its erasure may store a copy of it afterwards, in a row that the erasure could
 * not see. Such transactions lock the table of the copy before they read the order: a keyed write claims its key, a plan
 * stores its batch, a test locks its endpoint. So none is left when those have ended that have such a lock now.
 */

const STEP_MS = 20;
const STEPS = 50;

/**
 * Waits a second for the transactions that may hold copies of what was erased before this call.
 *
 * @returns whether all of them have ended
 */
export async function earlierWritersEnded(db: PrismaClient): Promise<boolean> {
  const earlier = await writers(db);
  for (let step = 0; step < STEPS; step += 1) {
    const present = new Set(await writers(db));
    if (!earlier.some((writer) => present.has(writer))) return true;
    await sleep(STEP_MS);
  }
  return false;
}

/** The transactions that write the tables of copies; Postgres shows the locks of every role. */
async function writers(db: PrismaClient): Promise<string[]> {
  const rows = await db.$queryRaw<{ writer: string }[]>`
    SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode IN ('RowShareLock', 'RowExclusiveLock') AND granted AND pid <> pg_backend_pid()
      AND relation IN ('idempotency_record'::regclass, 'batch'::regclass, 'webhook_endpoint'::regclass)`;
  return rows.map(({ writer }) => writer);
}

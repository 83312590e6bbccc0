import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@channel/prisma';

/*
 * A transaction that read an order before its erasure may store a copy of it afterwards, in a row that the erasure could
 * not see. Such transactions lock the table of the copy before they read the order: a keyed write claims its key, a plan
 * stores its batch, a test locks its endpoint. So none is left when those have ended that had such a lock when the
 * erasure was committed. A later one reads the erased order: each statement of READ COMMITTED, which the programs use,
 * sees what was committed before it. So the list is made once: under load there are always some, but never the same.
 */

const STEP_MS = 20;
const WAIT_MS = 1_000;

/** A transaction that is waited for; nothing of it but who runs it, and for how many seconds, as far as this role may know. */
export type EarlierWriter = { application: string; seconds: number | null };

/** The virtual ids of the transactions that may write copies of what was erased before this call; they need no xid yet. */
export async function earlierWriters(db: PrismaClient): Promise<string[]> {
  // Postgres shows the locks of every role.
  const rows = await db.$queryRaw<{ writer: string }[]>`
    SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode IN ('RowShareLock', 'RowExclusiveLock') AND granted AND pid IS DISTINCT FROM pg_backend_pid()
      AND relation IN ('idempotency_record'::regclass, 'batch'::regclass, 'webhook_endpoint'::regclass)`;
  return rows.map(({ writer }) => writer);
}

/** Waits a second for transactions. @returns those that have not ended */
export async function notEnded(db: PrismaClient, writers: readonly string[]): Promise<EarlierWriter[]> {
  if (writers.length === 0) return [];
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const left = await running(db, writers);
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(STEP_MS);
  }
}

/** A transaction that was prepared has another id and no process; the programs prepare none, so any may be one of these. */
const running = (db: PrismaClient, writers: readonly string[]): Promise<EarlierWriter[]> => db.$queryRaw`
  SELECT coalesce(nullif(a.application_name, ''), CASE WHEN l.pid IS NULL THEN 'a prepared transaction' ELSE 'unknown' END) AS application,
    extract(epoch FROM clock_timestamp() - coalesce(a.xact_start, p.prepared))::int AS seconds
  FROM (SELECT DISTINCT virtualtransaction, pid FROM pg_locks
    WHERE virtualtransaction = ANY (${[...writers]}) OR pid IS NULL
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND relation IN ('idempotency_record'::regclass, 'batch'::regclass, 'webhook_endpoint'::regclass)) AS l
  LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  LEFT JOIN pg_prepared_xacts p ON l.pid IS NULL AND l.virtualtransaction = '-1/' || p.transaction
  ORDER BY seconds DESC NULLS LAST`;

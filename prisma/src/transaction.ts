import { DatabaseBusy, isBusy } from './busy.ts';
import type { PrismaClient } from './client.ts';
import type { Prisma } from './generated/client/client.ts';

/** A client inside a transaction. Verbs take this, so that they can't leave the transaction by accident. */
export type Tx = Prisma.TransactionClient;

const MAX_WAIT = 5_000;
const TIMEOUT = 15_000;

/**
 * Runs `fn` in one Read Committed transaction (the level of all connections) and commits when it returns; anything thrown rolls all of it back.
 * Called with a `Tx` it joins that transaction. Waits 5 s for a connection and lets the whole take 15 s.
 *
 * @throws {DatabaseBusy} when no transaction could be started or finished in time, a lock did not come free, or after a deadlock.
 */
export async function inTransaction<T>(db: PrismaClient | Tx, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isClient(db)) return fn(db);
  try {
    return await db.$transaction(fn, { maxWait: MAX_WAIT, timeout: TIMEOUT });
  } catch (error) {
    throw isBusy(error) ? new DatabaseBusy(error) : error;
  }
}

/** Whether it is a whole client, not one inside a transaction: those have neither `$connect` nor `$on`. */
export function isClient(db: PrismaClient | Tx): db is PrismaClient {
  return '$connect' in db && typeof db.$connect === 'function';
}

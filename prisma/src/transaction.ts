import type { PrismaClient } from './client.ts';
import { Prisma } from './generated/client/client.ts';

/** A client inside a transaction. Verbs take this, so that they can't leave the transaction by accident. */
export type Tx = Prisma.TransactionClient;

/** The database had no connection or lost a race that it can't settle: nothing was written, the same call may be tried again. */
export class DatabaseBusy extends Error {
  readonly retriable = true;
  constructor(cause: unknown) {
    super('The database is busy, please try again', { cause });
    this.name = 'DatabaseBusy';
  }
}

const MAX_WAIT = 5_000;
const TIMEOUT = 15_000;

/** Transaction API error (no connection in time, or expired) and a write conflict or deadlock. */
const RETRIABLE = new Set(['P2028', 'P2034']);

/**
 * Runs `fn` in one Read Committed transaction and commits when it returns; anything thrown rolls all of it back.
 * Called with a `Tx` it joins that transaction. Waits 5 s for a connection and lets the whole take 15 s.
 *
 * @throws {DatabaseBusy} when no transaction could be started or finished in time, or after a deadlock.
 */
export async function inTransaction<T>(db: PrismaClient | Tx, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isClient(db)) return fn(db);
  try {
    return await db.$transaction(fn, {
      isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
      maxWait: MAX_WAIT,
      timeout: TIMEOUT,
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && isRetriable(error)) throw new DatabaseBusy(error);
    throw error;
  }
}

/** Whether an error says that the database is busy: of a transaction, or of a plain read that got no connection in time. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy ||
  (error instanceof Error && error.message === 'timeout exceeded when trying to connect');

/** Raw statements all fail as P2010; what happened stands in the adapter's error. */
const isRetriable = ({ code, meta }: Prisma.PrismaClientKnownRequestError): boolean =>
  RETRIABLE.has(code) || (code === 'P2010' && JSON.stringify(meta ?? {}).includes('TransactionWriteConflict'));

/** Whether it is a whole client, not one inside a transaction: those have neither `$connect` nor `$on`. */
export function isClient(db: PrismaClient | Tx): db is PrismaClient {
  return '$connect' in db && typeof db.$connect === 'function';
}

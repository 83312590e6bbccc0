import { DatabaseAway, DatabaseBusy, type DatabaseFailure, databaseFailureOf, OutcomeUnknown } from './busy.ts';
import type { Prisma, PrismaClient } from './generated/client/client.ts';
import { know, noting, type Opening, transactionOf } from './pipelined-transaction.ts';

/** A client inside a transaction. Verbs take this, so that they can't leave the transaction by accident. */
export type Tx = Prisma.TransactionClient;

/** Slightly more than the timeout for a connection. */
const MAX_WAIT = 2_750;
const TIMEOUT = 15_000;

/**
 * Runs `fn` in one Read Committed transaction (the level of all connections) and commits when it returns; any error
 * rolls all of it back. Called with a `Tx` it joins that transaction. Waits at most 2.5 s for a connection; the
 * transaction may take 15 s.
 *
 * @param timeout milliseconds that the transaction may take instead
 * @throws {DatabaseBusy} when no transaction could be started or finished in time, a lock did not become free, or after a
 *   deadlock; {DatabaseAway} when the database went away before the commit; {OutcomeUnknown} when it went away during it
 */
export async function inTransaction<T>(
  db: PrismaClient | Tx,
  fn: (tx: Tx) => Promise<T>,
  { timeout = TIMEOUT }: { timeout?: number } = {},
): Promise<T> {
  if (!isClient(db)) return fn(db);
  let isCommitting = false;
  let committed: { result: T } | undefined;
  const place: Opening = {};
  try {
    return await noting(place, () =>
      db.$transaction(
        async (tx) => {
          know(tx, place);
          const result = await fn(tx);
          isCommitting = true;
          // Here, because Prisma would wrap its errors.
          const transaction = transactionOf(tx);
          await transaction?.end();
          if (transaction) committed = { result };
          return result;
        },
        { maxWait: MAX_WAIT, timeout },
      ),
    );
  } catch (thrown) {
    // Prisma's time limit may have passed during the commit.
    if (committed) return committed.result;
    const error = place.transaction ? place.transaction.causeOf(thrown) : thrown;
    throw settled(error, databaseFailureOf(error), isCommitting);
  }
}

/**
 * Runs `fn` as a part of a transaction: an error takes back what this part wrote, and its locks, and the transaction goes
 * on. Parts may be nested; they run one after the other.
 */
export async function inSavepoint<T>(tx: Tx, fn: () => Promise<T>): Promise<T> {
  // Inside of another part, the name means the innermost one.
  await tx.$executeRaw`SAVEPOINT part`;
  try {
    const result = await fn();
    // What the part held back belongs to it.
    await transactionOf(tx)?.flush();
    return result;
  } catch (error) {
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT part`;
    throw transactionOf(tx)?.causeOf(error) ?? error;
  } finally {
    await tx.$executeRaw`RELEASE SAVEPOINT part`;
  }
}

function settled(error: unknown, failure: DatabaseFailure | undefined, isCommitting: boolean): unknown {
  if (failure === undefined || error instanceof DatabaseBusy || error instanceof OutcomeUnknown) return error;
  if (failure === 'busy') return new DatabaseBusy(error);
  if (failure === 'lost') return isCommitting ? new OutcomeUnknown(error) : new DatabaseAway(error);
  return new DatabaseAway(error, failure);
}

/** Whether it is a complete client, not one inside a transaction: those have neither `$connect` nor `$on`. */
export function isClient(db: PrismaClient | Tx): db is PrismaClient {
  return '$connect' in db && typeof db.$connect === 'function';
}

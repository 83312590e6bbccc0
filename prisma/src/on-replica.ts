import { setTimeout as sleep } from 'node:timers/promises';
import { queryRows, replicasOf } from './client.ts';
import type { Statement } from './finished-query.ts';
import type { PrismaClient } from './generated/client/client.ts';
import { type StampKey, sumOfStamps } from './own-writes.ts';
import { type Replica, readingFrom } from './replica-pools.ts';
import { isClient, type Tx } from './transaction.ts';

/** Whether a replica may answer reads of a client at the moment. */
export const hasReplica = (db: PrismaClient | Tx): boolean => isClient(db) && replicasOf(db)?.isUsable === true;

/**
 * Runs work that only reads, outside of transactions: on a replica that shows the same stamps as the primary, otherwise on
 * the primary. Stamps are compared by their sums, so it holds for every write that was committed before, by any process.
 * A statement that fails on the replica is repeated on the primary.
 *
 * @param keys the stamps of what the caller has to see as it is now; everything else is at most the permitted lag old.
 *   Without them the primary executes the work.
 */
export async function onReplica<Result>(
  db: PrismaClient | Tx,
  keys: (() => readonly StampKey[]) | undefined,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const replicas = isClient(db) ? replicasOf(db) : undefined;
  if (!isClient(db) || !replicas) return work();
  const replica = keys && replicas.choose();
  if (replica && (await isCurrent(db, replica, sumOfStamps(keys())))) return readingFrom(replica, work);
  replicas.onPrimary += 1;
  return work();
}

/** Milliseconds in which a replica has to show its stamps, or else the primary answers. */
const LIMIT = 300;

async function isCurrent(db: PrismaClient, replica: Replica, sum: Statement): Promise<boolean> {
  const onReplica = replica.rows(sum).catch((error: unknown) => {
    replica.failed(error);
    return undefined;
  });
  const over = new AbortController();
  const late = sleep(LIMIT, undefined, { signal: over.signal }).catch(() => undefined);
  const inTime = Promise.race([onReplica, late]).finally(() => over.abort());
  const [expected, found] = await Promise.all([queryRows(db, sum), inTime]);
  return found !== undefined && expected[0]?.[0] === found[0]?.[0];
}

import { inTransaction, isClient, type PrismaClient, type Tx } from '@channel/prisma';
import { OrderLines, type Patience } from './order-lines.ts';

const CHANGE: Patience = { maxLength: 100, maxWait: 10_000 };
/** A batch, and each batch before it, takes as long as many single changes; clients time out after about 30 s. */
const BATCH: Patience = { maxLength: 100, maxWait: 20_000 };

const changes = new OrderLines();
/** Batches queue here before they queue with all changes, so that the queue of an order never has two batches. */
const batches = new OrderLines();

/** Whether a change of these orders would not wait for another one of this process. */
export const areIdle = (ids: readonly number[]): boolean =>
  ids.every((id) => changes.isEmpty(id) && batches.isEmpty(id));

/**
 * Runs `change` while no other change in this process changes one of these orders. While it waits, it holds neither a
 * database connection nor a slot of the requests in progress: many changes of one order do not block other requests,
 * not even those of the same caller.
 *
 * Changes of one order run in the order of arrival. Batches, which change several orders, run in sequence; between two
 * batches run all changes that arrived meanwhile, so that a change waits for at most one batch. With a `Tx`, `change`
 * runs immediately: the caller queued before the transaction began. Between processes, only the locks of the database
 * apply.
 *
 * @param ids orders that the caller may see, so that a caller can't delay changes of invisible orders
 * @throws {DatabaseBusy} when too many changes wait for an order or of one caller, after a wait of 10 s, or for a batch
 *   after a wait of 20 s for other batches
 */
export async function inTurn<T>(
  db: PrismaClient | Tx,
  ids: readonly number[],
  change: () => Promise<T>,
  limits: Partial<Patience> = {},
): Promise<T> {
  if (!isClient(db)) return change();
  const own = [...new Set(ids)];
  const changed = () => changes.pass(own, { ...CHANGE, ...limits }, change);
  return own.length > 1 ? batches.pass(own, { ...BATCH, ...limits }, changed) : changed();
}

/**
 * Runs a transaction that changes these orders through `inTurn`. Within a transaction, `change` joins that transaction.
 */
export const changingOrders = <T>(
  { db }: { db: PrismaClient | Tx },
  ids: readonly number[],
  change: (tx: Tx) => Promise<T>,
): Promise<T> => inTurn(db, ids, () => inTransaction(db, change));

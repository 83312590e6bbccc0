import { inTransaction, isClient, type PrismaClient, type Tx } from '@channel/prisma';
import { OrderLines, type Patience } from './order-lines.ts';

const CHANGE: Patience = { maxLength: 100, maxWait: 10_000 };
/** A batch takes as long as many changes, and so do those before it; clients give up after some 30 s. */
const BATCH: Patience = { maxLength: 100, maxWait: 20_000 };

const changes = new OrderLines();
/** Batches queue here before they queue with all changes: no order has two of them in its line. */
const batches = new OrderLines();

/**
 * Runs `change` while nobody else of this process changes one of these orders, and without a connection or a place among
 * the requests in progress while it waits, so that many changes of one order leave both to others, and to other requests
 * of the same caller. Changes of one order pass in the order of arrival, and so do batches, which change several; between
 * two batches pass all who came meanwhile, so that these wait for one batch, however many there are. Called with a `Tx` it
 * runs at once: the turn was taken before the transaction began. The locks of the database decide between processes.
 *
 * @param ids orders that the caller may see, so that nobody holds up what belongs to others
 * @throws {DatabaseBusy} when too many wait for an order or of one caller, or after 10 s; of a batch after 20 s behind batches
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

/** A transaction that changes these orders, begun when it is its turn. Within a transaction, it joins that one. */
export const changingOrders = <T>(
  { db }: { db: PrismaClient | Tx },
  ids: readonly number[],
  change: (tx: Tx) => Promise<T>,
): Promise<T> => inTurn(db, ids, () => inTransaction(db, change));

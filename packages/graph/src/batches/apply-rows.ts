import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type LockedOrder, lockOrders } from '../orders/lock-orders.ts';
import type { OrderUpdate } from '../orders/order-inputs.ts';
import { departuresOf, lockDepartures } from '../orders/places.ts';
import { changeOrders } from '../orders/update-orders.ts';
import { changeTags } from '../tagging/change-tags.ts';
import { announceBatch } from './announce-batch.ts';
import { markStale } from './changed-since.ts';
import { type OrderTarget, type RowChange, updateOf } from './row-change.ts';
import { requestedOf } from './store-plan.ts';

type Row = Prisma.BatchRowGetPayload<object>;
type Work = { order: LockedOrder; change: RowChange };

/**
 * Changes the given orders whose rows are still planned, through the same functions as every other entry point, and
 * stores the result of each row, all in the caller's transaction.
 *
 * @throws the errors of these mutations; then nothing is written
 */
export async function applyRows(
  tx: Tx,
  context: Context,
  batch: { id: number; change: Prisma.JsonValue },
  ids: number[],
): Promise<void> {
  // Waits for rows that another process has locked; afterwards they are no longer planned.
  const rows = await tx.$queryRaw<Pick<Row, 'orderId' | 'version' | 'change'>[]>`
    SELECT order_id AS "orderId", version, change - 'restore' AS change FROM batch_row
    WHERE batch_id = ${batch.id} AND order_id = ANY (${ids}) AND status = 'planned' ORDER BY order_id FOR UPDATE`;
  const orderIds = rows.map(({ orderId }) => orderId);
  if (orderIds.length === 0) return;
  const orders = new Map((await lockOrders(tx, context, orderIds)).map((order) => [order.id, order]));
  const work: Work[] = [];
  const gone: number[] = [];
  const stale: number[] = [];
  for (const row of rows) {
    const order = orders.get(row.orderId);
    if (!order) gone.push(row.orderId);
    else if (order.version !== row.version) stale.push(row.orderId);
    else work.push({ order, change: requestedOf(row, batch) });
  }
  // Locks all departures at once: each group below would lock its own in sequence, in any order.
  await lockDepartures(tx, departuresOf(work.flatMap(({ order, change }) => (change.status ? order : []))));
  await changeMembers(tx, context, work);
  await changeTagsOf(tx, context, batch.id, work);
  await keepResults(tx, context, batch.id, { work, gone, stale });
  await announceBatch(tx, batch.id);
}

/** Changes the orders with the same requested change together. */
async function changeMembers(tx: Tx, context: Context, work: Work[]): Promise<void> {
  const groups = new Map<string, { update: OrderUpdate; orders: LockedOrder[] }>();
  for (const { order, change } of work) {
    const update = updateOf(change);
    if (!update) continue;
    const key = JSON.stringify(update);
    const group = groups.get(key) ?? { update, orders: [] };
    groups.set(key, group);
    group.orders.push(order);
  }
  for (const { update, orders } of groups.values()) await changeOrders(tx, context, orders, update);
}

/** The tags that the rows of some orders set, as rows (order_id, target, id, key, value). */
const tagsOf = (batchId: number, orderIds: readonly number[]): Prisma.Sql => Prisma.sql`
  SELECT r.order_id, delta #>> '{tag,target}' AS target, (delta #>> '{tag,id}')::bigint AS id, delta #>> '{tag,key}' AS key,
    nullif(delta -> 'after', 'null') AS value
  FROM batch_row r CROSS JOIN LATERAL jsonb_array_elements(r.changes) AS delta
  WHERE r.batch_id = ${batchId} AND r.order_id = ANY (${orderIds}::bigint[]) AND delta ? 'tag'`;

/**
 * The order still has the version of the plan, so the planned values are exactly the values that are written. They are
 * not read: those of many orders would fill the memory.
 */
async function changeTagsOf(tx: Tx, context: Context, batchId: number, work: readonly Work[]): Promise<void> {
  const actions = new Map(work.map(({ order, change }) => [order.id, `tags.${change.tags?.action ?? 'restore'}`]));
  const tagged = await tx.$queryRaw<{ orderId: number; target: OrderTarget; id: number }[]>`
    SELECT DISTINCT order_id AS "orderId", target, id FROM (${tagsOf(batchId, [...actions.keys()])}) AS given ORDER BY 1, 2, 3`;
  for (const [target, ofTarget] of Map.groupBy(tagged, (each) => each.target)) {
    for (const [action, some] of Map.groupBy(ofTarget, ({ orderId }) => actions.get(orderId) ?? '')) {
      const given = tagsOf(
        batchId,
        some.map(({ orderId }) => orderId),
      );
      const ids = some.map(({ id }) => id);
      await changeTags(
        context,
        target,
        ids,
        action,
        () => Prisma.sql`SELECT id, key, value FROM (${given}) AS given WHERE given.target = ${target}`,
      );
    }
  }
}

type Results = { work: Work[]; gone: number[]; stale: number[] };

async function keepResults(tx: Tx, { now }: Context, batchId: number, { work, gone, stale }: Results): Promise<void> {
  const done = work.map(({ order }) => order.id);
  await tx.$executeRaw`
    UPDATE batch_row r SET status = 'done', version_after = o.version, ended_at = ${now}, reason = NULL
    FROM orders o WHERE r.batch_id = ${batchId} AND r.order_id = ANY (${done}::bigint[]) AND o.id = r.order_id`;
  if (gone.length > 0)
    await tx.batchRow.updateMany({
      where: { batchId, orderId: { in: gone } },
      data: { status: 'refused', reason: 'Order not found.', endedAt: now },
    });
  await markStale(tx, batchId, stale, now);
}

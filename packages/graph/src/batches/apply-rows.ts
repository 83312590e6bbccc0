import type { Prisma, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type LockedOrder, lockOrders } from '../orders/lock-orders.ts';
import type { OrderUpdate } from '../orders/order-inputs.ts';
import { lockDepartures } from '../orders/places.ts';
import { updateOrders } from '../orders/update-orders.ts';
import { setTags } from '../tagging/change-tags.ts';
import type { TagSetting } from '../tagging/write-tags.ts';
import { announceBatch } from './announce-batch.ts';
import { CHANGED, changedSince } from './changed-since.ts';
import { asDeltas, type Delta, type OrderTarget, type RowChange, updateOf } from './row-change.ts';
import { requestedOf } from './store-plan.ts';

type Row = Prisma.BatchRowGetPayload<object>;
type Work = { order: LockedOrder; change: RowChange; deltas: Delta[] };

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
  const claimed = await tx.$queryRaw<{ orderId: number }[]>`
    SELECT order_id AS "orderId" FROM batch_row
    WHERE batch_id = ${batch.id} AND order_id = ANY (${ids}) AND status = 'planned' ORDER BY order_id FOR UPDATE`;
  const orderIds = claimed.map(({ orderId }) => orderId);
  if (orderIds.length === 0) return;
  const rows = await tx.batchRow.findMany({
    where: { batchId: batch.id, orderId: { in: orderIds } },
    orderBy: { orderId: 'asc' },
  });
  const orders = new Map((await lockOrders(tx, context, orderIds)).map((order) => [order.id, order]));
  const work: Work[] = [];
  const gone: number[] = [];
  const stale: number[] = [];
  for (const row of rows) {
    const order = orders.get(row.orderId);
    if (!order) gone.push(row.orderId);
    else if (order.version !== row.version) stale.push(row.orderId);
    else work.push({ order, change: requestedOf(row, batch), deltas: asDeltas(row.changes) });
  }
  // Locks all departures at once: each group below would lock its own in sequence, in any order.
  await lockDepartures(tx, movedDepartures(work));
  await changeMembers(context, work);
  await changeTagsOf(context, work);
  await keepResults(tx, context, batch.id, { work, gone, stale });
  await announceBatch(tx, batch.id);
}

const movedDepartures = (work: readonly Work[]) =>
  work.flatMap(({ order, change }) =>
    change.status ? order.bookings.map(({ availabilityId }) => availabilityId) : [],
  );

/** Changes the orders with the same requested change together. */
async function changeMembers(context: Context, work: Work[]): Promise<void> {
  const groups = new Map<string, { update: OrderUpdate; ids: number[] }>();
  for (const { order, change } of work) {
    const update = updateOf(change);
    if (!update) continue;
    const key = JSON.stringify(update);
    const group = groups.get(key) ?? { update, ids: [] };
    groups.set(key, group);
    group.ids.push(order.id);
  }
  for (const { update, ids } of groups.values()) await updateOrders(context, ids, update);
}

/** The order still has the version of the plan, so the planned values are exactly the values that are written. */
async function changeTagsOf(context: Context, work: Work[]): Promise<void> {
  const groups = new Map<string, { target: OrderTarget; action: string; settings: TagSetting[] }>();
  for (const { change, deltas } of work) {
    const action = `tags.${change.tags?.action ?? 'restore'}`;
    for (const { tag, after: value } of deltas) {
      if (!tag) continue;
      const key = `${tag.target} ${action}`;
      const group = groups.get(key) ?? { target: tag.target, action, settings: [] };
      groups.set(key, group);
      group.settings.push({ id: tag.id, key: tag.key, value });
    }
  }
  for (const { target, action, settings } of groups.values()) await setTags(context, target, action, settings);
}

type Results = { work: Work[]; gone: number[]; stale: number[] };

async function keepResults(tx: Tx, { now }: Context, batchId: number, { work, gone, stale }: Results): Promise<void> {
  const done = work.map(({ order }) => order.id);
  await tx.$executeRaw`
    UPDATE batch_row r SET status = 'done', version_after = o.version, ended_at = ${now}, reason = NULL
    FROM orders o WHERE r.batch_id = ${batchId} AND r.order_id = ANY (${done}::int[]) AND o.id = r.order_id`;
  const end = (orderIds: number[], data: Pick<Row, 'status' | 'reason'>) =>
    tx.batchRow.updateMany({ where: { batchId, orderId: { in: orderIds } }, data: { ...data, endedAt: now } });
  if (gone.length > 0) await end(gone, { status: 'refused', reason: 'Order not found.' });
  if (stale.length === 0) return;
  const reasons = await changedSince(tx, stale);
  for (const id of stale) await end([id], { status: 'stale', reason: reasons.get(id) ?? CHANGED });
}

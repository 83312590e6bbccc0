import { plainAddress } from '@channel/auth';
import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { readOrders } from '../orders/lock-orders.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { inPieces } from '../shared/in-pieces.ts';
import { actorOf } from '../shared/principals.ts';
import { planRows, type RowPlan } from './plan-rows.ts';
import { asChange, asJson, type Carrier, type Requested, type RowChange } from './row-change.ts';
import { planTags } from './tag-deltas.ts';

const ORDERS_AT_A_TIME = 500;

/** Rows per statement that reads their JSON, which may hold hundreds of long tags. */
export const ROWS_AT_A_TIME = 10;

/** An order and its own change; without one, the change of the batch applies. */
export type Wanted = { orderId: number; change?: RowChange };

type NewBatch = Pick<Prisma.BatchUncheckedCreateInput, 'organizationId' | 'kind' | 'undoOfId'> & {
  change?: RowChange;
  wanted: readonly Wanted[];
};

/** A batch and the orders of rows of it. */
export type OrdersOfBatch = { id: number; change: Prisma.JsonValue; undoOfId: number | null; orderIds: number[] };

/** Stores a batch with the requested changes, for `planOrders`. Orders that the actor may not see are left out. */
export async function storeBatch(
  tx: Tx,
  context: Context,
  { wanted, change = {}, ...batch }: NewBatch,
): Promise<OrdersOfBatch> {
  const { userId: makerId } = actorOf(context);
  const { now: createdAt, requestId } = context;
  const address = plainAddress(context.address);
  const data = { ...batch, change: asJson(change), makerId, createdAt, requestId, address };
  const stored = await tx.batch.create({ data, select: { id: true, change: true, undoOfId: true } });
  const own = new Map(wanted.map(({ orderId, change: ofOrder }) => [orderId, ofOrder]));
  const orderIds: number[] = [];
  for (const ids of inPieces([...own.keys()], ORDERS_AT_A_TIME)) {
    const where = { AND: [{ id: { in: ids } }, visibleOrders(context)] };
    const orders = await tx.order.findMany({ where, select: { id: true, version: true }, orderBy: { id: 'asc' } });
    const rows = orders.map(({ id: orderId, version }) => {
      const ofOrder = own.get(orderId);
      return {
        batchId: stored.id,
        orderId,
        status: 'planned' as const,
        version,
        ...(ofOrder ? { change: asJson(ofOrder) } : {}),
      };
    });
    await tx.batchRow.createMany({ data: rows });
    orderIds.push(...orders.map(({ id }) => id));
  }
  return { ...stored, orderIds };
}

/**
 * Plans the requested changes of rows of a batch from the current state of their orders, and stores what they would
 * change. Rows of orders that the actor may not see stay as they are. `storeClashes` then adds the findings of all rows
 * that are planned.
 *
 * @returns the number of planned rows
 */
export async function planOrders(tx: Tx, context: Context, batch: OrdersOfBatch): Promise<number> {
  let count = 0;
  for (const ids of inPieces(batch.orderIds, ORDERS_AT_A_TIME)) {
    const own = await ownChanges(tx, batch, ids);
    const orders = await readOrders(tx, context, ids);
    const requested = orders.map((order): Requested => {
      const row = own.get(order.id);
      return { order, change: asChange(row?.change ?? batch.change), restored: row?.restored ?? [] };
    });
    const plans = await planRows({ ...context, db: tx }, requested);
    await storePlans(tx, batch.id, requested, plans);
    await planTags(
      tx,
      batch,
      requested.filter(({ order }) => !('refusal' in (plans.get(order.id) ?? {}))),
    );
    count += orders.length;
  }
  return count;
}

type OwnChange = { orderId: number; change: Prisma.JsonValue; restored: Carrier[] | null };

/** The changes of rows that have their own, and what carries the tags that they restore. */
async function ownChanges(tx: Tx, batch: OrdersOfBatch, orderIds: number[]): Promise<Map<number, OwnChange>> {
  const own = new Map<number, OwnChange>();
  for (const some of inPieces(orderIds, ROWS_AT_A_TIME)) {
    // Earlier versions stored the tags to restore with the change.
    const rows = await tx.$queryRaw<OwnChange[]>`
      SELECT r.order_id AS "orderId", r.change - 'restore' AS change, (
        SELECT jsonb_agg(DISTINCT (delta -> 'tag') - 'key')
        FROM jsonb_array_elements(undone.changes) AS delta WHERE delta ? 'tag') AS restored
      FROM batch_row r LEFT JOIN batch_row undone ON undone.batch_id = ${batch.undoOfId} AND undone.order_id = r.order_id
      WHERE r.batch_id = ${batch.id} AND r.order_id = ANY (${some}::bigint[]) AND r.change IS NOT NULL`;
    for (const row of rows) own.set(row.orderId, row);
  }
  return own;
}

async function storePlans(
  tx: Tx,
  batchId: number,
  requested: readonly Requested[],
  plans: ReadonlyMap<number, RowPlan>,
): Promise<void> {
  const rows = requested.map(({ order: { id, version } }) => {
    const plan = plans.get(id) ?? { deltas: [] };
    if ('refusal' in plan) return { id, version, status: 'refused', reason: plan.refusal, changes: [] };
    return { id, version, status: plan.deltas.length > 0 ? 'planned' : 'unchanged', changes: plan.deltas };
  });
  await tx.$executeRaw`
    UPDATE batch_row r SET status = plan.status, version = plan.version, version_after = NULL, changes = plan.changes,
      clashes = '[]', reason = plan.reason, ended_at = NULL
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS plan (id bigint, version int, status batch_row_status, reason text, changes jsonb)
    WHERE r.batch_id = ${batchId} AND r.order_id = plan.id`;
}

/** The change that is requested for an order: that of its row, else that of its batch. */
export const requestedOf = (row: { change: Prisma.JsonValue }, batch: { change: Prisma.JsonValue }): RowChange =>
  asChange(row.change ?? batch.change);

/** Deletes plans that were not run within a day. @returns how many */
export async function forgetPlans(db: PrismaClient | Tx, now: Date): Promise<number> {
  const old = new Date(now.getTime() - 86_400_000);
  return (await db.batch.deleteMany({ where: { status: 'planned', createdAt: { lte: old } } })).count;
}

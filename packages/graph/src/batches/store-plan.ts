import { inTransaction, type Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { readOrders } from '../orders/lock-orders.ts';
import { inPieces } from '../shared/in-pieces.ts';
import { actorOf } from '../shared/principals.ts';
import { planRows, type RowPlan } from './plan-rows.ts';
import { asChange, asJson, type Requested, type RowChange } from './row-change.ts';

const ORDERS_AT_A_TIME = 500;
/** Rows per insert: a row may hold the deltas of hundreds of tags. */
const ROWS_AT_A_TIME = 10;

/** A planned row of a batch. */
export type PlannedRow = Pick<
  Prisma.BatchRowCreateManyBatchInput,
  'orderId' | 'status' | 'version' | 'change' | 'changes' | 'reason'
>;

/** An order and its own change; without one, the change of the batch applies. */
export type Wanted = { orderId: number; change?: RowChange | undefined };

/**
 * Plans the requested changes from the current state of the orders. Orders that the actor may not see are left out.
 *
 * @param shared the change for orders without a change of their own
 */
export async function plannedRows(
  context: Context,
  wanted: readonly Wanted[],
  shared: RowChange,
): Promise<PlannedRow[]> {
  const own = new Map(wanted.map(({ orderId, change }) => [orderId, change]));
  const rows: PlannedRow[] = [];
  for (const some of inPieces(wanted, ORDERS_AT_A_TIME)) {
    const ids = some.map(({ orderId }) => orderId);
    const orders = await readOrders(context.db, context, ids);
    const requested = orders.map((order): Requested => ({ order, change: own.get(order.id) ?? shared }));
    const plans = await planRows(context, requested);
    for (const { id: orderId, version } of orders) {
      const change = own.get(orderId);
      const plan = plans.get(orderId) ?? { deltas: [] };
      rows.push({ orderId, version, ...(change ? { change: asJson(change) } : {}), ...outcome(plan) });
    }
  }
  return rows;
}

function outcome(plan: RowPlan): Pick<PlannedRow, 'status' | 'changes' | 'reason'> {
  if ('refusal' in plan) return { status: 'refused', changes: [], reason: plan.refusal };
  return { status: plan.deltas.length > 0 ? 'planned' : 'unchanged', changes: asJson(plan.deltas), reason: null };
}

type NewBatch = Pick<Prisma.BatchUncheckedCreateInput, 'organizationId' | 'kind' | 'undoOfId'> & {
  change?: RowChange;
  rows: PlannedRow[];
};

/** Stores a plan as a batch that has not run. @returns its id */
export function storeBatch(context: Context, { rows, change = {}, ...batch }: NewBatch): Promise<number> {
  const { userId: makerId } = actorOf(context);
  return inTransaction(context.db, async (tx) => {
    const { now: createdAt, requestId } = context;
    const data = { ...batch, change: asJson(change), makerId, createdAt, requestId };
    const { id } = await tx.batch.create({ data, select: { id: true } });
    for (const some of inPieces(rows, ROWS_AT_A_TIME)) {
      await tx.batchRow.createMany({ data: some.map((row) => ({ ...row, batchId: id })) });
    }
    return id;
  });
}

/** The change that is requested for an order: that of its row, else that of its batch. */
export const requestedOf = (row: { change: Prisma.JsonValue }, batch: { change: Prisma.JsonValue }): RowChange =>
  asChange(row.change ?? batch.change);

/** Deletes plans that were not run within a day. @returns how many */
export async function forgetPlans(db: PrismaClient | Tx, now: Date): Promise<number> {
  const old = new Date(now.getTime() - 86_400_000);
  return (await db.batch.deleteMany({ where: { status: 'planned', createdAt: { lte: old } } })).count;
}

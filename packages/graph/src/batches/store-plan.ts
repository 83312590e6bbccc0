import { inTransaction, type Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { readOrders } from '../orders/lock-orders.ts';
import { actorOf } from '../people/principals.ts';
import { inPieces } from '../shared/in-pieces.ts';
import { planRows, type Requested, type RowPlan } from './plan-rows.ts';
import { asChange, asJson, type RowChange } from './row-change.ts';

const ORDERS_AT_A_TIME = 500;
/** A row may hold what becomes of hundreds of tags. */
const ROWS_AT_A_TIME = 10;

/** A row of a batch, planned. */
export type PlannedRow = Pick<
  Prisma.BatchRowCreateManyBatchInput,
  'orderId' | 'status' | 'version' | 'change' | 'changes' | 'reason'
>;

/** An order, and what is asked of it alone; without that, what the batch asks of all. */
export type Wanted = { orderId: number; change?: RowChange | undefined };

/**
 * Plans what is asked of orders, as they are now. Orders that the actor may not see are left out.
 *
 * @param shared what is asked of orders of which nothing else is asked
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

/** Keeps a plan as a batch that has not run. @returns its id */
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

/** What is asked of an order by its row, else by its batch. */
export const requestedOf = (row: { change: Prisma.JsonValue }, batch: { change: Prisma.JsonValue }): RowChange =>
  asChange(row.change ?? batch.change);

/** Forgets plans that nobody ran for a day. @returns how many */
export async function forgetPlans(db: PrismaClient | Tx, now: Date): Promise<number> {
  const old = new Date(now.getTime() - 86_400_000);
  return (await db.batch.deleteMany({ where: { status: 'planned', createdAt: { lte: old } } })).count;
}

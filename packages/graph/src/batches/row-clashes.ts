import type { Prisma, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { factsOf } from '../jobs/clash-text.ts';
import type { ClashFacts } from '../jobs/clash-types.ts';
import { jobsOf } from '../jobs/groups.ts';
import { loadJobs } from '../jobs/load-jobs.ts';
import type { Move } from '../jobs/moves.ts';
import type { RowChange } from './row-change.ts';

/** Findings that a row keeps; more would not be read. */
const MAX_PER_ROW = 20;

/** The assignments, days and times that a change makes, as moves of the dispatch board. */
export function movesOf(orderId: number, { pickup, dropoff, tourGuideId }: RowChange): Move[] {
  const moves: Move[] = [];
  for (const [task, side] of [['pickup', pickup] as const, ['dropoff', dropoff] as const]) {
    if (!side) continue;
    const { driverId, ...moment } = side;
    moves.push({
      orderId,
      task,
      before: {},
      change: { ...moment, ...(driverId !== undefined ? { personId: driverId } : {}) },
    });
  }
  if (tourGuideId !== undefined) moves.push({ orderId, task: 'guide', before: {}, change: { personId: tourGuideId } });
  return moves;
}

/** Stores the findings that the planned moves of a batch cause all together, with the rows of their orders. */
export async function storeClashes(tx: Tx, context: Context, batchId: number, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const { clashes } = await loadJobs({ ...context, db: tx }, { moves });
  const moved = new Set(moves.map(({ orderId, task }) => `${task}:${orderId}`));
  const byOrder = new Map<number, ClashFacts[]>();
  for (const clash of clashes) {
    const facts = factsOf(clash);
    const orders = new Set(jobsOf(clash).flatMap(({ id, orderId }) => (moved.has(id) ? [orderId] : [])));
    for (const id of orders) {
      const found = byOrder.get(id) ?? [];
      byOrder.set(id, found);
      if (found.length < MAX_PER_ROW) found.push(facts);
    }
  }
  const rows = [...byOrder].map(([id, found]) => ({ id, clashes: found }));
  await tx.$executeRaw`
    UPDATE batch_row r SET clashes = found.clashes
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found (id int, clashes jsonb)
    WHERE r.batch_id = ${batchId} AND r.order_id = found.id`;
}

/** Casts the JSON column: only `storeClashes` writes to it. */
export const asClashes = (value: Prisma.JsonValue) => value as ClashFacts[];

import type { Prisma, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { digestOf } from '../jobs/clash-digest.ts';
import { factsOf } from '../jobs/clash-text.ts';
import type { ClashFacts } from '../jobs/clash-types.ts';
import { jobsOf } from '../jobs/groups.ts';
import { loadJobs } from '../jobs/load-jobs.ts';
import type { Move } from '../jobs/moves.ts';
import { asChange, type RowChange } from './row-change.ts';

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

/** The moves of the planned rows of a batch. Rows of which only tags change have none. */
async function plannedMoves(tx: Tx, batchId: number): Promise<Move[]> {
  const rows = await tx.$queryRaw<{ orderId: number; change: Prisma.JsonValue }[]>`
    SELECT r.order_id AS "orderId", coalesce(r.change, b.change) - 'restore' - 'tags' AS change
    FROM batch_row r JOIN batch b ON b.id = r.batch_id
    WHERE r.batch_id = ${batchId} AND r.status = 'planned'
      AND coalesce(r.change, b.change) ?| ARRAY['pickup', 'dropoff', 'tourGuideId']
      AND jsonb_path_exists(r.changes, '$[*] ? (!exists (@.tag))')
    ORDER BY r.order_id`;
  return rows.flatMap(({ orderId, change }) => movesOf(orderId, asChange(change)));
}

/** The findings of orders of a batch, by the order's id. */
export type FoundClashes = ReadonlyMap<number, readonly ClashFacts[]>;

/** The findings that moves cause all together. */
async function clashesOfMoves(context: Context, moves: readonly Move[]): Promise<FoundClashes> {
  const byOrder = new Map<number, ClashFacts[]>(moves.map(({ orderId }) => [orderId, []]));
  if (moves.length === 0) return byOrder;
  const { clashes } = await loadJobs(context, { moves });
  const moved = new Set(moves.map(({ orderId, task }) => `${task}:${orderId}`));
  for (const clash of clashes) {
    const facts = factsOf(clash);
    const orders = new Set(jobsOf(clash).flatMap(({ id, orderId }) => (moved.has(id) ? [orderId] : [])));
    for (const id of orders) {
      const found = byOrder.get(id);
      if (found && found.length < MAX_PER_ROW) found.push(facts);
    }
  }
  return byOrder;
}

/** Replaces the findings of rows. */
export async function writeClashes(tx: Tx, batchId: number, found: FoundClashes): Promise<void> {
  const rows = [...found].map(([id, clashes]) => ({ id, clashes }));
  await tx.$executeRaw`
    UPDATE batch_row r SET clashes = found.clashes
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found (id bigint, clashes jsonb)
    WHERE r.batch_id = ${batchId} AND r.order_id = found.id AND r.clashes <> found.clashes`;
}

/** Stores the findings that the planned moves of a batch cause all together, with the rows of their orders. */
export async function storeClashes(tx: Tx, context: Context, batchId: number): Promise<FoundClashes> {
  const found = await clashesOfMoves({ ...context, db: tx }, await plannedMoves(tx, batchId));
  await writeClashes(tx, batchId, found);
  return found;
}

/** The digests of the findings that a batch shows. */
export async function shownClashes(tx: Tx, batchId: number): Promise<Set<string>> {
  const rows = await tx.batchRow.findMany({ where: { batchId, clashes: { not: [] } }, select: { clashes: true } });
  return new Set(rows.flatMap(({ clashes }) => asClashes(clashes).map(digestOf)));
}

/** The number of findings that are not among those that the batch showed. */
export const countUnseen = (found: FoundClashes, shown: ReadonlySet<string>): number =>
  new Set(
    [...found.values()]
      .flat()
      .map(digestOf)
      .filter((digest) => !shown.has(digest)),
  ).size;

/** The refusal to run a batch whose new findings its maker has not seen. */
export const unseenClashes = (count: number) =>
  conflict(
    count === 1
      ? 'The batch now has 1 clash that was not shown. Nothing was changed: look at it, and try again.'
      : `The batch now has ${count} clashes that were not shown. Nothing was changed: look at them, and try again.`,
  );

/** Casts the JSON column: only `writeClashes` writes to it. */
export const asClashes = (value: Prisma.JsonValue) => value as ClashFacts[];

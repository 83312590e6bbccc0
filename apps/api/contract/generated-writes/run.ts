import fc from 'fast-check';
import { getOperationAST } from 'graphql';
import type { EdgeCases, Operation } from '../equivalence/equivalence.ts';
import { compareWrites } from './compare-writes.ts';
import type { RecordedRow } from './recorded-writes.ts';
import { requestsOf } from './requests.ts';

/** The compiled operations that write. */
export const writesOf = ({ operations }: EdgeCases): Operation[] =>
  operations.filter(({ document }) => getOperationAST(document)?.operation === 'mutation');

/** What the cases of an operation did. */
export type Seen = {
  name: string;
  cases: number;
  refused: number;
  /** Cases that wrote rows, and these rows. */
  writing: number;
  rows: RecordedRow[];
};

/**
 * Compares the rows that an operation writes over generated requests, one after the other.
 *
 * @throws the first case that differs
 */
export async function compareOperationWrites(
  world: EdgeCases,
  { name, document }: Operation,
  { seed, runs }: { seed: number; runs: number },
): Promise<Seen> {
  const seen: Seen = { name, cases: 0, refused: 0, writing: 0, rows: [] };
  await fc.assert(
    fc.asyncProperty(requestsOf(world, document), async (given) => {
      const { refused, rows } = await compareWrites(world.server, { document, ...given });
      follow(world, given.userId, rows);
      seen.cases += 1;
      seen.refused += refused ? 1 : 0;
      seen.writing += rows.length > 0 ? 1 : 0;
      seen.rows.push(...rows);
    }),
    // What was written stays: a case could not be repeated.
    { seed, numRuns: runs, endOnFailure: true, includeErrorInReport: true },
  );
  return seen;
}

type OrderRow = { id: number; version: number; status: string };

/** The next requests name the present versions, and the orders that are in the cart now. */
function follow({ users }: EdgeCases, caller: number, rows: readonly RecordedRow[]): void {
  for (const { name, row, sign } of rows) {
    if (name !== 'orders' || sign < 0) continue;
    const { id, version, status }: OrderRow = JSON.parse(row);
    for (const { id: userId, known } of users) {
      const wasIn = known.cartIds.includes(id);
      if (id in known.versions || userId === caller) known.versions[id] = version;
      if (status !== 'InCart' && wasIn) known.cartIds.splice(known.cartIds.indexOf(id), 1);
      if (status === 'InCart' && !wasIn && userId === caller) known.cartIds.push(id);
    }
  }
}

/** Compares all operations: what their cases did, and how they differ. An operation that wrote nothing differs, too. */
export async function compareAllWrites(
  world: EdgeCases,
  options: { seed: number; runs: number },
): Promise<{ seen: Seen[]; differences: string[] }> {
  const seen: Seen[] = [];
  const differences: string[] = [];
  for (const operation of writesOf(world)) {
    try {
      const found = await compareOperationWrites(world, operation, options);
      seen.push(found);
      if (found.writing === 0) differences.push(`${operation.name}: no case has written rows`);
    } catch (error) {
      differences.push(`${operation.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { seen, differences };
}

/** How many rows of each table were written. */
export function tablesOfWrites(seen: readonly Seen[]): Map<string, number> {
  const tables = new Map<string, number>();
  for (const { name } of seen.flatMap(({ rows }) => rows)) tables.set(name, (tables.get(name) ?? 0) + 1);
  return tables;
}

import { isDeepStrictEqual } from 'node:util';
import { actorOf } from '@channel/auth';
import { answerOperation, createLoaders } from '@channel/graph';
import { inTransaction } from '@channel/prisma';
import { getOperationAST, Kind } from 'graphql';
import { contextOf } from '../../src/context.ts';
import type { TestServer } from '../../src/testing/index.ts';
import { type Case, drawnIds, refusalOf } from '../equivalence/compare.ts';
import { membersIn } from '../equivalence/values.ts';
import type { Written } from '../written-rows/rows.ts';
import { NAIVE } from './naive/index.ts';
import { type RecordedRow, takeWrites, writtenOf } from './recorded-writes.ts';

/** The result of a case: the rows that it wrote, none if it was refused. */
export type Outcome = { refused: boolean; rows: RecordedRow[] };

/**
 * Compares the rows that the server writes for a request with those that the naive writer writes before, in a
 * transaction that is rolled back.
 *
 * @throws if they differ, or if a refused request has written anything
 */
export async function compareWrites(server: TestServer, requested: Case): Promise<Outcome> {
  const { db, services } = server;
  const { document, variables, userId, language } = requested;
  const actor = await actorOf(db, userId, services.clock());
  const context = await contextOf(services, {
    actor,
    channel: 'api',
    address: '192.0.2.1',
    requestId: 'generated',
    language,
  });
  const expected = await naiveRows(server, requested, context);
  const answered = await answerOperation(document, variables, context);
  const rows = await takeWrites(db);
  if (!('json' in answered)) {
    if (!answered.errors) throw new Error('The operation is not compiled.');
    const refusals = answered.errors.map(refusalOf).join();
    if (rows.length > 0) throw new Error(`Refused (${refusals}), but written: ${JSON.stringify(rows)}`);
    return { refused: true, rows };
  }
  if (expected instanceof Error) throw new Error('Accepted, but not by the naive writer', { cause: expected });
  const difference = differenceOf(writtenOf(rows), writtenOf(expected));
  if (difference) throw new Error(difference);
  return { refused: false, rows };
}

/** The rows that the naive writer writes, or why it does not. */
async function naiveRows(
  { db }: TestServer,
  { document, variables, userId }: Case,
  context: Awaited<ReturnType<typeof contextOf>>,
): Promise<RecordedRow[] | Error> {
  const [first] = getOperationAST(document)?.selectionSet.selections ?? [];
  const naive = first?.kind === Kind.FIELD ? NAIVE[first.name.value] : undefined;
  if (!naive) throw new Error('The naive writer does not know the root field of the operation.');
  const undone = new Error('undone');
  const drawAgain = await drawnIds(db);
  let rows: RecordedRow[] = [];
  try {
    await inTransaction(db, async (tx) => {
      const inside = { ...context, db: tx, loaders: createLoaders(tx) };
      await naive({ tx, now: context.now, userId, context: inside }, variables);
      await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
      rows = await takeWrites(tx);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) return error instanceof Error ? error : new Error(String(error));
  } finally {
    await drawAgain();
  }
  return rows;
}

/** What differs, by table: of as many rows the columns, else the rows; undefined where nothing does. */
export function differenceOf(written: Written, expected: Written): string | undefined {
  const tables = [...new Set([...Object.keys(written), ...Object.keys(expected)])];
  const differing = tables.flatMap((table) =>
    (['added', 'removed'] as const).flatMap((kind) => {
      const [one = [], other = []] = [written[table]?.[kind], expected[table]?.[kind]];
      if (isDeepStrictEqual(one, other)) return [];
      const columns = one.length === other.length ? one.flatMap((row, index) => columnsOf(row, other[index])) : [];
      const shown = columns.length > 0 ? columns : [{ written: one, expected: other }];
      return [`${table}, ${kind}: ${JSON.stringify(shown)}`];
    }),
  );
  return differing.length > 0 ? differing.join('\n') : undefined;
}

function columnsOf(row: unknown, other: unknown): object[] {
  const [written, expected] = [membersIn(row), membersIn(other)];
  return Object.keys({ ...written, ...expected }).flatMap((column) =>
    isDeepStrictEqual(written[column], expected[column])
      ? []
      : [{ column, written: written[column], expected: expected[column] }],
  );
}

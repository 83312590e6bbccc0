import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT } from '../../src/testing/index.ts';
import type { EdgeCases } from '../equivalence/equivalence.ts';
import { OWN, type Rows, rowsOfAll } from '../written-rows/rows.ts';
import { differenceOf } from './compare-writes.ts';
import { differingRows, netOf, type RecordedRow, writtenOf } from './recorded-writes.ts';
import { compareAllWrites, compareOperationWrites, type Seen, tablesOfWrites, writesOf } from './run.ts';
import { startWrites } from './world.ts';

/*
 * Every compiled write writes exactly the rows that a naive writer derives from its request, in all tables, and a refused
 * one writes none. This test has a few fixed cases; generated-writes.long.test.ts has many different ones in each run.
 */

// Its writes reach the tables of orders, of tags, and of the crew.
const SEED = 20_261_129;
const RUNS = 16;
const OPERATIONS = 8;
const TABLES = 15;

let world: EdgeCases;
let before: Rows;
let after: Rows;
let seen: Seen[];
let differences: string[];

beforeAll(async () => {
  world = await startWrites(SEED);
  before = await rowsOfAll(world.server.db);
  ({ seen, differences } = await compareAllWrites(world, { seed: SEED, runs: RUNS }));
  after = await rowsOfAll(world.server.db);
}, DEMO_TIMEOUT + 60_000);
afterAll(() => world.server.close());

it('every write writes the rows that the naive writer writes', () => {
  expect(differences, differences.join('\n')).toEqual([]);
  expect(seen.map(({ cases }) => cases)).toEqual(seen.map(() => RUNS));
  expect(seen.length).toBeGreaterThan(OPERATIONS);
  expect(tablesOfWrites(seen).size).toBeGreaterThan(TABLES);
});

it('no row was changed that is not recorded', () => {
  const recorded = netOf(seen.flatMap(({ rows }) => rows)).filter(({ name }) => name !== 'change_stamp');
  expect(differenceOf(writtenOf(recorded), writtenOf(differingRows(before, after)))).toBeUndefined();
});

describe('a difference is found', () => {
  it('in each column of each written table, but those without a meaning of their own', () => {
    const rows = new Map(seen.flatMap((each) => each.rows).map((row) => [row.name, row]));
    const missed: Record<string, string[]> = {};
    for (const [table, recorded] of rows) {
      const isMissed = (column: string) => !differenceOf(writtenOf([planted(recorded, column)]), writtenOf([recorded]));
      const columns = Object.keys(JSON.parse(recorded.row)).filter(isMissed);
      if (columns.length > 0) missed[table] = columns.sort();
    }
    const own = Object.entries(OWN).filter(([table]) => rows.has(table));
    expect(missed).toEqual(Object.fromEntries(own.map(([table, columns]) => [table, [...columns].sort()])));
  });

  it('in a row that a write changes besides', async () => {
    const { db } = world.server;
    await db.$executeRaw`
      CREATE FUNCTION change_besides() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'client'::regclass), 'MEMBER') THEN
          UPDATE client SET name = name || '.' WHERE id = NEW.client_id;
        END IF;
        RETURN NULL;
      END $$`;
    await db.$executeRaw`CREATE TRIGGER change_besides AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION change_besides()`;
    for (const operation of writesOf(world).filter(({ name }) => name.endsWith('UpdateOrder'))) {
      // The same requests again would change nothing.
      const compared = compareOperationWrites(world, operation, { seed: SEED + 1, runs: RUNS });
      await expect(compared, operation.name).rejects.toThrow(/client, (added|removed)/);
    }
  });
});

/** The row with another value of a column. */
function planted({ row, ...recorded }: RecordedRow, column: string): RecordedRow {
  const columns: Record<string, unknown> = JSON.parse(row);
  const value = columns[column];
  const other = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value} planted`;
  return { ...recorded, row: JSON.stringify({ ...columns, [column]: other }) };
}

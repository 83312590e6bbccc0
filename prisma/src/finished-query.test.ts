import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPrisma, type PrismaClient, queryRows } from './client.ts';
import { MAX_PREPARED } from './finished-query.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';

describe('a finished statement', () => {
  let database: TestDatabase;
  let db: PrismaClient;
  beforeAll(async () => {
    database = await testDatabase();
    // One connection receives all statements.
    db = createPrisma({ connectionString: database.connectionString, poolSize: 1 });
  });
  afterAll(async () => {
    await db.$disconnect();
    await database.drop();
  });

  const preparedNames = async (pattern: string) => {
    const text = 'SELECT name FROM pg_prepared_statements WHERE name LIKE $1 ORDER BY prepare_time';
    return (await queryRows(db, { text, values: [pattern] })).map(([name]) => name);
  };

  it.each([undefined, 'kinds'])('converts values and columns of every kind, each time (name: %s)', async (name) => {
    const text =
      'SELECT $1::int, $2::text, $3::timestamptz, $4::bigint[], $5::bytea, $6::jsonb, $7::text, $8::numeric, $9::bool';
    const at = new Date('2026-03-01T10:00:00.123Z');
    const values = [7, "it's €", at, [1, 2], Buffer.from([0, 255]), { a: [1] }, null, '0.10', true];
    for (let time = 0; time < 3; time += 1) expect(await queryRows(db, { name, text, values })).toEqual([values]);
  });

  it('without rows returns none', async () => {
    expect(await queryRows(db, { name: 'none', text: 'SELECT 1 WHERE false', values: [] })).toEqual([]);
    expect(await queryRows(db, { text: 'SET application_name = finished', values: [] })).toEqual([]);
  });

  it.each(['', '-- nothing', 'COPY (SELECT 1) TO STDOUT'])('without rows returns none: %j', async (text) => {
    for (let time = 0; time < 2; time += 1)
      expect(await queryRows(db, { name: `empty ${text}`, text, values: [] })).toEqual([]);
    expect(await queryRows(db, { text: 'SELECT 5', values: [] })).toEqual([[5]]);
  });

  it('whose rows cannot be converted fails with the reason, and the next one succeeds', async () => {
    const text = 'SELECT number FROM generate_series(1::bigint, 3) AS number';
    const parser = vi.spyOn(pg.types, 'getTypeParser').mockReturnValue((value: string) => {
      throw new Error(`No number: ${value}`);
    });
    await expect(queryRows(db, { name: 'unreadable', text, values: [] })).rejects.toThrow('No number: 1');
    parser.mockRestore();
    expect(await queryRows(db, { text: 'SELECT 6', values: [] })).toEqual([[6]]);
  });

  it(`is prepared once; of more than ${MAX_PREPARED} names, the least recently used are closed`, async () => {
    const names = Array.from({ length: MAX_PREPARED + 5 }, (_, index) => `many_${index}`);
    for (const name of names) {
      expect(await queryRows(db, { name, text: 'SELECT 1', values: [] })).toEqual([[1]]);
      expect(await queryRows(db, { name: 'many_0', text: 'SELECT 1', values: [] })).toEqual([[1]]);
    }
    expect(await preparedNames('many_%')).toEqual(['many_0', ...names.slice(6)]);
    // A closed one is prepared again.
    expect(await queryRows(db, { name: 'many_1', text: 'SELECT 1', values: [] })).toEqual([[1]]);
  });

  it.each([
    ['refused by Postgres', { name: 'wrong', text: 'SELECT 1 / $1::int', values: [0] }, 'division by zero'],
    ['that expects data', { text: 'COPY audit_entry FROM STDIN', values: [] }, 'COPY FROM STDIN has no source'],
    ['with a syntax error', { name: 'odd', text: 'SELEC', values: [] }, 'syntax error'],
    ['with a value that has no form', { text: 'SELECT $1::jsonb', values: [circular()] }, 'circular'],
    ['with the name of another statement', { name: 'kinds', text: 'SELECT 2', values: [] }, 'different statement'],
  ])('%s fails, and the next one succeeds', async (_what, statement, message) => {
    await queryRows(db, { name: 'kinds', text: 'SELECT 3', values: [] }).catch(() => {});
    await expect(queryRows(db, statement)).rejects.toThrow(message);
    expect(await queryRows(db, { text: 'SELECT 4', values: [] })).toEqual([[4]]);
  });

  it('that takes too long fails', { timeout: 90_000 }, async () => {
    const hasty = createPrisma({ connectionString: database.connectionString, statementTimeout: 100 });
    await expect(queryRows(hasty, { text: 'SELECT pg_sleep(5)', values: [] })).rejects.toThrow('statement timeout');
    await hasty.$disconnect();
  });
});

function circular(): object {
  const value: Record<string, unknown> = {};
  value.itself = value;
  return value;
}

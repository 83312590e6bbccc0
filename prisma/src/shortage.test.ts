import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseFailureOf } from './busy.ts';
import { createPrisma } from './client.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
const lines: string[] = [];
let db: TestDatabase['db'];

beforeAll(async () => {
  database = await testDatabase();
  db = createPrisma({ connectionString: database.connectionString, log: (line) => lines.push(line) });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** How a statement is classified that fails as Postgres does with an SQLSTATE; alone, and in a transaction. */
async function failuresOf(state: string) {
  const raise = `DO $$ BEGIN RAISE 'no room' USING ERRCODE = '${state}'; END $$`;
  const thrown = (error: unknown) => databaseFailureOf(error);
  return [
    await db.$executeRawUnsafe(raise).catch(thrown),
    await inTransaction(db, (tx) => tx.$executeRawUnsafe(raise)).catch(thrown),
  ];
}

it('a full disk takes no writes, other shortages pass, and each is logged once a minute with its cause', async () => {
  for (let times = 0; times < 3; times += 1) {
    expect(await failuresOf('53100')).toEqual(['read-only', 'read-only']);
    expect(await failuresOf('53200')).toEqual(['busy', 'busy']);
    expect(await failuresOf('58030')).toEqual(['busy', 'busy']);
  }
  expect(await failuresOf('XX001')).toEqual([undefined, undefined]);
  expect(lines).toEqual(
    ['53100', '53200', '58030'].map((state) => `Postgres could not execute a statement: no room (SQLSTATE ${state})`),
  );
});

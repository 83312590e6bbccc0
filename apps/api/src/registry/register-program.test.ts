import { createPrisma, type PrismaClient } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Registration, registerProgram } from './register-program.ts';
import { sharedValues } from './shared-values.ts';

const KEY = 'a key that only tests know, 32 and more';

let database: TestDatabase;
let db: PrismaClient;
const registrations: Registration[] = [];

beforeEach(async () => {
  database = await testDatabase();
  // The role of the programs.
  db = createPrisma({ connectionString: database.application });
});
afterEach(async () => {
  for (const { leave } of registrations.splice(0)) await leave();
  await db.$disconnect();
  await database.drop();
});

async function register(env: Record<string, string> = {}, budget: number | null = null, more = {}) {
  const values = { ...(await sharedValues(loadSettings({ SECRET_KEY: KEY, ...env }))), ...more };
  const program = { name: 'channel-api', connections: 10, values };
  const registration = await registerProgram({ db, directUrl: database.application, program, budget });
  registrations.push(registration);
  return registration;
}

const rows = () => database.db.systemState.findMany({ where: { key: { startsWith: 'program:' } } });

it('programs with the same values say nothing, and leave no row', async () => {
  const [first, second] = [await register(), await register()];
  expect([first.differences, second.differences]).toEqual([[], []]);
  await first.leave();
  await second.leave();
  expect(await rows()).toEqual([]);
});

it('names the key, the release and the addresses that differ, with the programs, and shows none of them', async () => {
  await register();
  const { differences } = await register(
    { SECRET_KEY: 'another key that only tests know, 32', API_URL: 'https://other.example', DATABASE_DIRECT_URL: '' },
    null,
    { 'The release': 'another' },
  );
  expect(differences).toEqual(
    ['The release', 'SECRET_KEY', 'API_URL'].map((name) =>
      expect.stringMatching(
        new RegExp(
          `^${name} is not the same as that of channel-api \\(process ${process.pid} on .+\\), on the same database`,
        ),
      ),
    ),
  );
  const stored = JSON.stringify(await rows());
  for (const value of [KEY, 'another key', 'other.example']) expect(stored).not.toContain(value);
});

it('a program that is gone is neither compared nor counted, and its row is deleted', async () => {
  await database.db.systemState.create({
    data: {
      key: 'program:gone',
      value: { name: 'channel-api', host: 'h', pid: 1, connections: 100, values: { SECRET_KEY: 'other' } },
    },
  });
  expect(await register({}, 10)).toMatchObject({ differences: [], violation: undefined });
  expect((await rows()).map(({ key }) => key)).not.toContain('program:gone');
});

it('refuses the program that would exceed the budget, and counts it no more', async () => {
  expect((await register({}, 20)).violation).toBeUndefined();
  expect((await register({}, 20)).violation).toBeUndefined();
  expect((await register({}, 20)).violation).toMatch(
    /^With this program, 3 programs may open 30 connections to Postgres, and DATABASE_CONNECTION_BUDGET is 20: /,
  );
  expect(await rows()).toHaveLength(2);
});

it('programs that start at the same time do not exceed the budget together', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => register({}, 30)));
  expect(all.filter(({ violation }) => violation !== undefined)).toHaveLength(2);
});

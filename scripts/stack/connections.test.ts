import { maxConnections } from '@channel/api/connections';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lackOfConnections } from './connections.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const settings = (API_PROCESSES: number, DATABASE_POOL_SIZE: number) =>
  loadSettings({ API_PROCESSES: String(API_PROCESSES), DATABASE_POOL_SIZE: String(DATABASE_POOL_SIZE) });

it('counts the connections of all processes as documented in docs/operations.md', () => {
  expect(maxConnections(settings(1, 10))).toBe(13 + 25);
  expect(maxConnections(settings(4, 20))).toBe(4 * 23 + 35);
  // Each of v1, the console and GraphQL has at least one.
  expect(maxConnections(settings(2, 1))).toBe(2 * 6 + 16);
});

it('names the settings that need more connections than Postgres has, in one line', async () => {
  const [{ max } = { max: 0 }] = await database.db.$queryRaw<{ max: number }[]>`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max`;
  // With a pool of n, one process and the worker have 2n + 18.
  const fitting = Math.floor((max - 18) / 2);
  const said = (size: number) => lackOfConnections(database.application, settings(1, size));
  expect(await said(fitting)).toBeUndefined();
  expect(await said(fitting + 1)).toMatch(
    new RegExp(
      `^Postgres has ${max} connections, and API_PROCESSES=1 with DATABASE_POOL_SIZE=${fitting + 1} may need \\d+: .*max_connections.*$`,
    ),
  );
});

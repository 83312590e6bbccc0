import { examineConnection, setForRole } from '@channel/prisma';
import { migrate } from '@channel/prisma/migrate';
import { type DatabaseProxy, startProxy, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectionViolation } from './connection-violation.ts';

/* What stands between the programs and Postgres, by a proxy that behaves as a pooler. */

let test: TestDatabase;
let proxy: DatabaseProxy;

beforeAll(async () => {
  test = await testDatabase();
  proxy = await startProxy(test.application);
});
beforeEach(() => proxy.open());
afterAll(async () => {
  await proxy.close();
  await test.drop();
});

const violationOf = (url: string, direct?: string) =>
  connectionViolation(loadSettings({ DATABASE_URL: url, ...(direct && { DATABASE_DIRECT_URL: direct }) }));

const TO_POOLER = expect.stringMatching(/^DATABASE_URL leads to a pooler, .* set DATABASE_DIRECT_URL /);

it('allows Postgres itself, also through a proxy', async () => {
  expect(await violationOf(test.application)).toBeUndefined();
  expect(await violationOf(proxy.connectionString)).toBeUndefined();
});

it('demands the direct address where a pooler refuses the settings of sessions, or drops them', async () => {
  proxy.answer('08P01');
  expect(await violationOf(proxy.connectionString)).toEqual(TO_POOLER);
  proxy.disguise();
  expect(await violationOf(proxy.connectionString)).toEqual(TO_POOLER);
});

it('allows a pooler with the direct address of the same database and role', async () => {
  proxy.disguise();
  expect(await violationOf(proxy.connectionString, test.application)).toBeUndefined();
});

it('refuses a direct address that leads to a pooler, to another database, or to another role', async () => {
  proxy.disguise();
  const ofPooler = 'DATABASE_DIRECT_URL leads to a pooler: set it to the address of Postgres itself';
  expect(await violationOf(test.application, proxy.connectionString)).toBe(ofPooler);
  proxy.answer('08P01');
  expect(await violationOf(test.application, proxy.connectionString)).toBe(ofPooler);
  const elsewhere = expect.stringMatching(/^DATABASE_DIRECT_URL leads to another server, database or role /);
  expect(await violationOf(test.application, test.connectionString)).toEqual(elsewhere);
  const other = await testDatabase();
  expect(await violationOf(test.application, other.application)).toEqual(elsewhere);
  await other.drop();
});

it('names the limits that do not hold through a pooler, until the role has them', async () => {
  const { connectionString: owner } = test;
  const before = 'statement_timeout 0, lock_timeout 0, idle_in_transaction_session_timeout 0';
  expect(await violationOf(owner, owner)).toContain(`${before}`);
  await setForRole(owner);
  expect(await violationOf(owner, owner)).toBeUndefined();
  expect((await examineConnection(owner, true)).deviations).toEqual([]);
});

it('says nothing of a database that cannot be reached: it throws', async () => {
  proxy.refuse();
  await expect(violationOf(proxy.connectionString)).rejects.toThrow();
});

it('migrations refuse a pooler, and change nothing', async () => {
  const behind = await startProxy(test.connectionString);
  behind.disguise();
  await expect(migrate(behind.connectionString)).rejects.toThrow(/need a session of Postgres.*Nothing was changed$/);
  await behind.close();
});

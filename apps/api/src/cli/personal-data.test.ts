import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TIMEOUT = 120_000;
const EMAIL = 'ada@example.com';

const folder = mkdtempSync(join(tmpdir(), 'channel-personal-data-'));
let database: TestDatabase;
let guest: string[];
let orderId: number;

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const admin = await make.userWith(['administration', 'orders.view-all']);
  const { name } = await database.db.organization.findUniqueOrThrow({ where: { id: admin.role.organizationId } });
  guest = ['--as', admin.username, '--organization', name, '--email', EMAIL];
  const passengers = [{ firstName: 'Ada', lastName: 'Byron', email: EMAIL }];
  ({ id: orderId } = await make.order({ offer: null, status: 'Cancelled', passengers }));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Runs the program as its users do. */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'personal-data.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.application,
      SECRET_KEY: 'the key of a test, 32 letters and more',
    },
  });

it('finds, exports to a private file, and erases after a confirmation', { timeout: TIMEOUT }, async () => {
  const { stdout: found } = await run('find', ...guest);
  expect(found).toContain(EMAIL);
  expect(found).toMatch(/\n1 order\n$/);
  const output = join(folder, 'guest.json');
  expect((await run('export', ...guest, '--output', output)).stdout).toBe('');
  expect(statSync(output).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(output, 'utf8')).orders[0].id).toBe(orderId);
  await expect(run('export', ...guest, '--output', output)).rejects.toMatchObject({
    stderr: expect.stringContaining('exists'),
  });
  expect(JSON.parse((await run('export', ...guest)).stdout).orders).toHaveLength(1);
  await expect(run('erase', ...guest)).rejects.toMatchObject({
    stderr: expect.stringContaining('--confirm must be 1'),
  });
  expect((await run('erase', ...guest, '--confirm', '1')).stdout).toMatch(/^The erasure \d+ was requested/);
  expect((await run('state', ...guest)).stdout).toMatch(/waiting {2}0 of 1 orders {2}waits for a worker/);
});

it('refuses an unknown organization, and a guest without orders', { timeout: TIMEOUT }, async () => {
  await expect(run('find', ...guest, '--organization', 'Another')).rejects.toMatchObject({
    stderr: expect.stringContaining('--organization must be one of'),
  });
  await expect(run('find', ...guest, '--email', 'nobody@example.com')).rejects.toMatchObject({
    stderr: 'No order matches.\n',
  });
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { authenticate } from '@channel/auth';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TIMEOUT = 120_000;

let database: TestDatabase;
let admin: { username: string; role: { name: string } };
let clerk: { username: string };

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  admin = await make.userWith(['administration', 'orders.view-all'], { clientId: null, name: 'Administrator' });
  clerk = await make.userWith(['console.access'], { clientId: null });
});
afterAll(() => database.drop());

/** Runs the program as its users do. */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'service-account.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.connectionString,
      SECRET_KEY: 'the key of a test, 32 letters and more',
    },
  });
const as = (username: string, action: string, ...args: string[]) => run(action, '--as', username, ...args);
const opens = async (token: string) => (await authenticate(database.db, token, new Date(), null)) !== null;

it('creates an account, and a token that is printed once; lists and revokes it', { timeout: TIMEOUT }, async () => {
  const scopes = ['--scope', 'orders:read', '--scope', 'audit:read'];
  const created = await as(admin.username, 'create', '--name', 'Dashboard', '--role', 'Administrator', ...scopes);
  const [, account = ''] = /its id is (\d+)/.exec(created.stdout) ?? [];
  const { stdout, stderr } = await as(admin.username, 'token', '--account', account, '--name', 'screen');
  const token = stdout.trimEnd();
  expect(stdout).toMatch(/^chb_service_\d+_[\w-]{43}\n$/);
  expect(stderr).not.toContain(token.slice(-43));
  expect(await opens(token)).toBe(true);
  const listed = await as(admin.username, 'list');
  expect(listed.stdout).toContain(`${account}  Dashboard  active  audit:read orders:read`);
  const [, id = ''] = /token (\d+) {2}screen/.exec(listed.stdout) ?? [];
  await as(admin.username, 'revoke', '--account', account, '--token', id);
  expect(await opens(token)).toBe(false);
  await as(admin.username, 'disable', '--account', account);
  expect((await as(admin.username, 'list')).stdout).toContain('Dashboard  disabled');
  await as(admin.username, 'enable', '--account', account);
  const audited = await database.db.auditEntry.findMany({
    where: { entity: 'service-account' },
    orderBy: { id: 'asc' },
  });
  expect(audited.map(({ action, channel }) => `${action} ${channel}`)).toEqual(
    ['create', 'create-token', 'revoke-token', 'disable', 'enable'].map((action) => `service-account.${action} system`),
  );
});

it('refuses what the administrator may not do, and says what is expected', { timeout: TIMEOUT }, async () => {
  const account = ['--name', 'Tool', '--role', 'Administrator'];
  const refused = (status: number, stderr: string) => ({
    code: status,
    stdout: '',
    stderr: expect.stringContaining(stderr),
  });
  for (const [args, expected] of [
    [
      ['create', '--as', clerk.username, ...account, '--scope', 'orders:read'],
      refused(1, 'The user of --as administers no organization.'),
    ],
    [['create', '--as', 'nobody', ...account], refused(1, '--as must be the user name of an enabled person')],
    [['list', '--as', '%'], refused(1, '--as must be the user name of an enabled person')],
    [['create', '--as', admin.username, ...account, '--scope', 'orders:all'], refused(1, '--scope must be one of')],
    [
      ['create', '--as', admin.username, '--name', 'x', '--role', 'Nothing'],
      refused(1, '--role must be one of: Administrator'),
    ],
    [['token', '--as', admin.username, '--account', '999', '--name', 'x'], refused(1, 'Service account not found.')],
    [['token', '--as', admin.username, '--name', 'x'], refused(1, '--account is required.')],
    [
      ['destroy', '--as', admin.username],
      refused(2, 'Name one action, such as list. npm run service-account -- --help'),
    ],
    [['list', '--password', 'x'], refused(2, "Unknown option '--password'")],
  ] as const)
    await expect(run(...args)).rejects.toMatchObject(expected);
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { authenticate, createPasswordLink, hashPassword, startFamily, verifyPassword } from '@channel/auth';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TIMEOUT = 120_000;
const NEW = 'a new and long password';

let database: TestDatabase;
let make: Factories;
beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
});
afterAll(() => database.drop());

/** Runs the program as its users do, without a terminal and as the role of the programs. */
const run = (args: string[], env: Record<string, string | undefined> = {}) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'admin-password.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.application,
      SECRET_KEY: 'the key of a test, 32 letters and more',
      ADMIN_PASSWORD: NEW,
      ...env,
    },
  });

const stored = (id: number) => database.db.user.findUniqueOrThrow({ where: { id } });
const entriesOf = (id: number) =>
  database.db.auditEntry.findMany({ where: { entity: 'user', entityId: id }, orderBy: { id: 'asc' } });

/** Something of each kind by which somebody could be in, or come in. */
async function withAccess(userId: number) {
  const now = new Date();
  await database.db.user.update({
    where: { id: userId },
    data: { passwordHash: await hashPassword('forgotten words') },
  });
  await database.db.openIdLink.create({
    data: { userId, issuer: 'https://id.test', subject: `${userId}`, linkedAt: now },
  });
  await database.db.$transaction((tx) => createPasswordLink(tx, userId, now, 4));
  return startFamily(database.db, userId, now, loadSettings({}));
}

it('sets the password, and ends sessions, tokens and links', { timeout: TIMEOUT }, async () => {
  const admin = await make.userWith(['administration', 'console.access']);
  const other = await make.userWith(['administration', 'console.access']);
  const [pair, others] = [await withAccess(admin.id), await withAccess(other.id)];
  const { stdout, stderr } = await run(['--username', admin.username.toUpperCase()]);
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/has a new password[\s\S]+OpenID Connect provider has ended/),
    '',
  ]);
  const { passwordHash } = await stored(admin.id);
  expect(await verifyPassword(passwordHash, NEW)).toBe(true);
  const where = { userId: admin.id };
  expect([await database.db.openIdLink.count({ where }), await database.db.passwordLink.count({ where })]).toEqual([
    0, 0,
  ]);
  const isIn = async (token: string) => (await authenticate(database.db, token, new Date(), null)) !== null;
  expect([await isIn(pair.accessToken), await isIn(others.accessToken)]).toEqual([false, true]);
  const entries = await entriesOf(admin.id);
  expect(entries).toMatchObject([
    {
      action: 'user.reset-password',
      channel: 'system',
      actorId: null,
      organizationId: admin.role.organizationId,
      before: null,
      after: null,
    },
  ]);
  expect(await verifyPassword((await stored(other.id)).passwordHash, NEW)).toBe(false);
});

it('enables a disabled account only on request', { timeout: TIMEOUT }, async () => {
  const admin = await stored((await make.userWith(['administration'])).id);
  const disabled = { where: { id: admin.id }, data: { disabledAt: new Date() } };
  const { disabledAt } = await database.db.user.update(disabled);
  const args = ['--username', admin.username];
  await expect(run(args)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Add --enable'),
  });
  expect(await stored(admin.id)).toMatchObject({ passwordHash: admin.passwordHash, disabledAt });
  expect((await run([...args, '--enable'])).stdout).toContain('enabled again');
  expect((await stored(admin.id)).disabledAt).toBeNull();
  expect((await entriesOf(admin.id)).map(({ action }) => action)).toEqual(['user.enable', 'user.reset-password']);
});

/** One line of output that contains a text. */
const line = (text: string) => expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`));

it('refuses in one line, and changes nothing', { timeout: TIMEOUT }, async () => {
  // Whom % would match.
  await make.userWith(['administration']);
  const clerk = await make.userWith(['console.access']);
  const tool = await make.userWith(['administration']);
  await database.db.user.update({ where: { id: tool.id }, data: { kind: 'service' } });
  const before = await database.db.user.findMany({ orderBy: { id: 'asc' } });
  for (const [username, text] of [
    ['nobody', 'must be the user name of a person'],
    ['%', 'must be the user name of a person'],
    ["' OR true --", 'must be the user name of a person'],
    [tool.username, 'must be the user name of a person'],
    [clerk.username, 'does not administer'],
  ] as const)
    await expect(run(['--username', username, '--enable'])).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: line(text),
    });
  expect(await database.db.user.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
});

it('refuses a weak password and wrong arguments before it opens the database', { timeout: TIMEOUT }, async () => {
  const admin = await make.userWith(['administration']);
  const before = await stored(admin.id);
  const weak = run(['--username', admin.username], { ADMIN_PASSWORD: 'short' });
  await expect(weak).rejects.toMatchObject({ code: 2, stdout: '', stderr: line('must have at least 10 characters') });
  for (const [args, text] of [
    [[], '--username is required.'],
    [['--username', admin.username, '--password', NEW], "Unknown option '--password'"],
    [[admin.username], 'Unexpected argument'],
  ] as const)
    await expect(run([...args])).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(text) });
  await expect(run(['--username', admin.username], { ADMIN_PASSWORD: undefined })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no terminal to ask on'),
  });
  expect(await stored(admin.id)).toEqual(before);
});

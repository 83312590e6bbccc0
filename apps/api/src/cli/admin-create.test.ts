import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Runs the program without a terminal. */
const create = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'admin-create.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.connectionString,
      SECRET_KEY: 'the key of a test, 32 letters and more',
      ADMIN_PASSWORD: 'a long enough password',
    },
  });

const given = (organization: string, user: string) =>
  ['organization', organization, 'name', user, 'email', `${user}@guest.example`, 'username', user].flatMap(
    (each, at) => (at % 2 === 0 ? [`--${each}`] : [each]),
  );
const made = async () => ({
  organizations: await database.db.organization.count(),
  users: await database.db.user.count(),
});

it('reports what it created, and refuses an existing organization name', { timeout: 60_000 }, async () => {
  const { stdout } = await create(...given('Canal Tours', 'ada'));
  expect(stdout).toContain('The organization Canal Tours was created: ada can sign in');
  expect(await made()).toEqual({ organizations: 1, users: 1 });
  await expect(create(...given('canal tours', 'bo'))).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('The organization canal tours exists already'),
  });
  await expect(create(...given('Harbour Tours', 'ADA'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A user with this e-mail address or user name exists already.'),
  });
  expect(await made()).toEqual({ organizations: 1, users: 1 });
});

it('lists the required options in its help, and prompts only for these', { timeout: 60_000 }, async () => {
  const { stdout } = await create('--help');
  const optional = [...stdout.matchAll(/\[--([a-z-]+)/g)].map(([, name]) => name);
  expect(optional).toEqual(['currency', 'language', 'time-zone']);
  const all = given('Quay Tours', 'eve');
  for (let at = 0; at < all.length; at += 2) {
    expect(stdout).toContain(` ${all[at]} `);
    await expect(create(...all.toSpliced(at, 2))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no terminal to ask on'),
    });
  }
});

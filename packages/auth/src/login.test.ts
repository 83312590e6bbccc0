import { createPrisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser, everything, later, NOW, SETTINGS } from './fixture.ts';
import { type Credentials, checkLogin } from './login.ts';
import { needsRehash } from './passwords.ts';
import { pruneLogins } from './prune.ts';

let database: TestDatabase;
let alice: { id: number };
let bob: { id: number };

beforeAll(async () => {
  database = await testDatabase();
  alice = await addUser(database.db, 'alice');
  bob = await addUser(database.db, 'bob');
  await addUser(database.db, 'disabled', { disabledAt: NOW });
  await addUser(database.db, 'system', { kind: 'system' });
  await database.db.user.create({ data: { name: 'Invited', email: 'invited@example.com', username: 'invited' } });
});
afterAll(() => database.drop());
beforeEach(() => database.db.loginThrottle.deleteMany());

const check = (credentials: Credentials, now = NOW) => checkLogin(database.db, credentials, now, SETTINGS);
const guess = (username: string, now = NOW) => check({ username, password: 'wrong' }, now);
const WRONG = { refused: 'credentials' };

describe('names', () => {
  const password = 'alice-password';
  it.each<Omit<Credentials, 'password'>>([
    { email: 'alice@example.com' },
    { email: 'ALICE@EXAMPLE.COM', username: null },
    { username: 'alice' },
    { username: ' ALICE ', email: '' },
    { email: 'alice@example.com', username: 'Alice' },
    { emailOrUsername: 'alice' },
    { emailOrUsername: 'Alice@example.com' },
  ])('%o identify alice', async (names) => {
    expect(await check({ ...names, password })).toEqual({ userId: alice.id });
  });

  it.each<Omit<Credentials, 'password'>>([
    {},
    { email: '', username: ' ' },
    { email: 'alice' },
    { username: 'alice@example.com' },
    { email: 'alice@example.com', username: 'bob' },
    { email: 'bob@example.com', username: 'alice' },
    { email: 'alice@example.com', username: 'nobody' },
    { username: 'bob' },
    { username: '%' },
    { username: 'al_ce' },
    { username: 'alice\0' },
    { username: "alice' or true --" },
    { username: '\ud800' },
    { username: 'a'.repeat(100_000) },
  ])('%o do not', async (names) => {
    expect(await check({ ...names, password })).toEqual(WRONG);
  });
});

describe('refusals', () => {
  const kinds: Credentials[] = [
    { username: 'nobody', password: 'wrong' },
    { username: 'alice', password: 'wrong' },
    { username: 'alice', password: '' },
    { username: 'disabled', password: 'disabled-password' },
    { username: 'disabled', password: 'wrong' },
    { username: 'system', password: 'system-password' },
    { username: 'invited', password: '' },
    { email: 'alice@example.com', username: 'bob', password: 'alice-password' },
  ];

  it('are the same bytes for every reason', async () => {
    const answers = new Set();
    for (const credentials of kinds) answers.add(JSON.stringify(await check(credentials)));
    expect([...answers]).toEqual([JSON.stringify(WRONG)]);
  });

  it('cost a hash for every reason', async () => {
    // Measures CPU time, which does not depend on the load of the machine.
    const least = kinds.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < 8; round++) {
      for (const [index, credentials] of kinds.entries()) {
        const before = process.cpuUsage();
        await check(credentials, later(round * 10_000));
        const { user, system } = process.cpuUsage(before);
        least[index] = Math.min(least[index] ?? 0, user + system);
      }
    }
    const wrongPassword = least[1] ?? 0;
    for (const time of least) expect(time).toBeGreaterThan(wrongPassword / 2);
  });

  it('are the same for a locked name, whether the account exists or not', async () => {
    const answers = new Set();
    for (const name of ['nobody', 'alice', 'disabled', 'invited']) {
      for (let n = 0; n < 10; n++) expect(await guess(name)).toEqual(WRONG);
      answers.add(JSON.stringify(await check({ username: name, password: `${name}-password` }, later(1))));
    }
    expect([...answers]).toEqual([JSON.stringify({ refused: 'throttled', retryAfterSeconds: 899 })]);
  });
});

describe('throttle', () => {
  const throttled = (retryAfterSeconds: number) => ({ refused: 'throttled', retryAfterSeconds });
  const fail = async (times: number, now = NOW) => {
    for (let n = 0; n < times; n++) expect(await guess('alice', now)).toEqual(WRONG);
  };
  const enter = (now: Date) => check({ username: 'alice', password: 'alice-password' }, now);

  it('verifies ten of many parallel guesses, across processes', async () => {
    const other = createPrisma({ connectionString: database.connectionString });
    const guesses = Array.from({ length: 100 }, (_, n) =>
      checkLogin(n % 2 ? other : database.db, { username: n % 3 ? 'alice' : 'ALICE', password: `${n}` }, NOW, SETTINGS),
    );
    const answers = (await Promise.all(guesses)).map((answer) => JSON.stringify(answer));
    await other.$disconnect();
    expect(answers.filter((answer) => answer === JSON.stringify(WRONG))).toHaveLength(10);
    expect(answers.filter((answer) => answer === JSON.stringify(throttled(900)))).toHaveLength(90);
  });

  it('refuses the correct password while locked, also after a restart, and accepts it afterwards', async () => {
    await fail(10);
    const restarted = createPrisma({ connectionString: database.connectionString });
    const right = { username: 'alice', password: 'alice-password' };
    expect(await checkLogin(restarted, right, later(899.5), SETTINGS)).toEqual(throttled(1));
    expect(await checkLogin(restarted, right, later(900), SETTINGS)).toEqual({ userId: alice.id });
    await restarted.$disconnect();
  });

  it('counts an account under one counter for all of its names, and no other account', async () => {
    for (const email of ['alice@example.com', ' ALICE@example.com']) {
      for (let n = 0; n < 3; n++) expect(await check({ email, password: 'wrong' })).toEqual(WRONG);
    }
    await fail(3);
    expect(await check({ email: 'alice@example.com', username: 'alice', password: 'wrong' })).toEqual(WRONG);
    expect(await enter(NOW)).toEqual(throttled(900));
    expect(await check({ email: 'alice@example.com', password: 'alice-password' })).toEqual(throttled(900));
    expect(await check({ email: 'bob@example.com', username: 'alice', password: 'bob-password' })).toEqual(
      throttled(900),
    );
    expect(await database.db.loginThrottle.count()).toBe(2);
    expect(await check({ username: 'bob', password: 'bob-password' })).toEqual({ userId: bob.id });
  });

  it('counts under both accounts when names of two accounts are given', async () => {
    const both = { email: 'alice@example.com', username: 'bob', password: 'alice-password' };
    for (let n = 0; n < 10; n++) expect(await check(both)).toEqual(WRONG);
    expect(await check({ email: 'alice@example.com', password: 'alice-password' })).toEqual(throttled(900));
    expect(await guess('bob')).toEqual(throttled(900));
  });

  it.each(['account:1', 'ACCOUNT:1'])('does not confuse the name %s with an internal counter', async (name) => {
    const user = await database.db.user.findUniqueOrThrow({ where: { id: 1 } });
    for (let n = 0; n < 10; n++) expect(await guess(name)).toEqual(WRONG);
    expect(await guess(user.username)).toEqual(WRONG);
  });

  it('forgets failures after the window', async () => {
    await fail(9);
    await fail(9, later(900));
    expect(await enter(later(901))).toEqual({ userId: alice.id });
  });

  it('counts the window from the first failure, not from the last', async () => {
    await fail(5);
    await fail(4, later(600));
    await fail(1, later(900));
    expect(await enter(later(901))).toEqual({ userId: alice.id });
  });

  it('resets failures after a correct password', async () => {
    await fail(9);
    expect(await enter(later(1))).toEqual({ userId: alice.id });
    await fail(9, later(2));
    expect(await enter(later(3))).toEqual({ userId: alice.id });
  });

  it('doubles the lock with each failure after it, up to four windows', async () => {
    await fail(10);
    let now = NOW;
    for (const seconds of [900, 1_800, 3_600, 3_600]) {
      expect(await enter(now)).toEqual(throttled(seconds));
      now = later(seconds, now);
      await fail(1, now);
    }
  });

  it('resets a lock after four windows without failures', async () => {
    await fail(10);
    await fail(9, later(900 + 3_600));
    expect(await enter(later(900 + 3_601))).toEqual({ userId: alice.id });
  });

  it('locks nobody for longer than four windows after the clock went back', async () => {
    await fail(10);
    expect(await enter(later(-2_700))).toEqual(throttled(3_600));
    expect(await enter(later(-2_701))).toEqual({ userId: alice.id });
    await fail(9);
    await fail(9, later(-86_400));
    expect(await enter(later(-86_399))).toEqual({ userId: alice.id });
  });

  it('does not lock accounts when guesses are spread over many', async () => {
    for (let n = 0; n < 50; n++) expect(await guess(`someone-${n}`)).toEqual(WRONG);
  });

  it('does not count concurrent correct logins as failures', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => enter(NOW)));
    expect(answers).toEqual(answers.map(() => ({ userId: alice.id })));
    expect(await database.db.loginThrottle.count()).toBe(0);
  });

  it('handles parallel logins with both names', async () => {
    const both = { email: 'alice@example.com', username: 'alice' };
    const tries = Array.from({ length: 40 }, (_, n) =>
      check({ ...both, password: n % 2 ? 'alice-password' : 'wrong' }),
    );
    for (const answer of await Promise.all(tries)) expect(answer).not.toEqual(throttled(900));
  });

  it('stores no name, and prunes its counters when they no longer count', async () => {
    await fail(10);
    await guess('somebody-in-particular');
    expect(await everything(database.db)).not.toContain('somebody-in-particular');
    await pruneLogins(database.db, later(899), SETTINGS);
    expect(await database.db.loginThrottle.count()).toBe(2);
    await pruneLogins(database.db, later(900 + 3_599), SETTINGS);
    expect(await database.db.loginThrottle.count()).toBe(1);
    await pruneLogins(database.db, later(900 + 3_600), SETTINGS);
    expect(await database.db.loginThrottle.count()).toBe(0);
  });
});

it('replaces a hash with old parameters at the next login', async () => {
  const old = await hash('bob-password', { memoryCost: 4_096, timeCost: 3, parallelism: 1 });
  await database.db.user.update({ where: { id: bob.id }, data: { passwordHash: old } });
  expect(await guess('bob')).toEqual(WRONG);
  expect(await database.db.user.count({ where: { passwordHash: old } })).toBe(1);
  for (let n = 0; n < 2; n++) {
    expect(await check({ username: 'bob', password: 'bob-password' })).toEqual({ userId: bob.id });
    const user = await database.db.user.findUniqueOrThrow({ where: { id: bob.id } });
    expect(needsRehash(user.passwordHash ?? '')).toBe(false);
  }
});

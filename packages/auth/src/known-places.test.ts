import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from './caller.ts';
import { addUser, everything, later, NOW, SETTINGS } from './fixture.ts';
import { checkLogin } from './login.ts';
import { createPasswordLink, usePasswordLink } from './password-links.ts';
import { pruneLogins } from './prune.ts';

let database: TestDatabase;
let alice: { id: number };
let bob: { id: number };

beforeAll(async () => {
  database = await testDatabase();
  alice = await addUser(database.db, 'alice');
  bob = await addUser(database.db, 'bob');
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.loginThrottle.deleteMany();
  await database.db.loginPlace.deleteMany();
});

const LIMITS = { ...SETTINGS, loginFailuresPerAddress: 0, loginFailuresPerNetwork: 0 };
const HOME = { address: '192.0.2.1' };
const STRANGER = { address: '192.0.2.2' };
const WRONG = { refused: 'credentials' };
const LOCKED = { refused: 'throttled', retryAfterSeconds: 900 };

const enter = (caller: Caller, name = 'alice', now = NOW) =>
  checkLogin(database.db, { username: name, password: `${name}-password` }, now, LIMITS, caller);
const guess = async (caller: Caller, times: number, name = 'alice', limits = LIMITS) => {
  const answers = new Set<string>();
  const credentials = { username: name, password: 'wrong' };
  for (let n = 0; n < times; n++) {
    answers.add(JSON.stringify(await checkLogin(database.db, credentials, NOW, limits, caller)));
  }
  return [...answers].map((answer): unknown => JSON.parse(answer));
};

describe('a place of an earlier login', () => {
  it('is not affected by locks from other places, and does not admit other callers', async () => {
    await enter(HOME);
    expect(await guess(STRANGER, 10)).toEqual([WRONG]);
    expect(await enter(STRANGER)).toEqual(LOCKED);
    expect(await enter(HOME)).toEqual({ userId: alice.id });
    expect(await enter(STRANGER)).toEqual(LOCKED);
    expect(await enter({ address: '192.0.2.3' })).toEqual(LOCKED);
  });

  it('has a separate count of failures, which locks only that place', async () => {
    await enter(HOME);
    expect(await guess(HOME, 10)).toEqual([WRONG]);
    expect(await enter(HOME)).toEqual(LOCKED);
    expect(await enter(STRANGER)).toEqual({ userId: alice.id });
  });

  it('is known only for the account of that login', async () => {
    await enter(HOME, 'bob');
    expect(await guess(STRANGER, 10)).toEqual([WRONG]);
    expect(await enter(HOME)).toEqual(LOCKED);
    const both = { email: 'alice@example.com', username: 'bob', password: 'bob-password' };
    expect(await checkLogin(database.db, both, NOW, LIMITS, HOME)).toEqual(LOCKED);
  });

  it('is not stopped by the bucket of the address', async () => {
    const limits = { ...SETTINGS, loginFailuresPerAddress: 10 };
    const caller = { address: '198.51.100.1' };
    await enter(caller);
    expect(await guess(caller, 11, 'nobody', limits)).toEqual([WRONG, { refused: 'throttled', retryAfterSeconds: 90 }]);
    const right = (name: string) =>
      checkLogin(database.db, { username: name, password: `${name}-password` }, NOW, limits, caller);
    expect(await right('alice')).toEqual({ userId: alice.id });
    expect(await right('bob')).toEqual({ refused: 'throttled', retryAfterSeconds: 90 });
    expect(bob.id).not.toBe(alice.id);
  });

  it('is the browser instead of the address where there are cookies; its secret is renewed at each login', async () => {
    const browser = (device: string | null) => ({ ...HOME, device });
    const first = await enter(browser(null));
    const second = await enter(browser('device' in first ? (first.device ?? null) : null));
    if (!('device' in first && 'device' in second)) throw new Error('the login returned no secret');
    expect(second.device).not.toBe(first.device);
    expect(await everything(database.db)).not.toContain(second.device);
    expect(await guess(browser(null), 10)).toEqual([WRONG]);
    for (const stranger of [browser(null), browser(first.device ?? null), browser('made up'), HOME]) {
      expect(await enter(stranger)).toEqual(LOCKED);
    }
    expect(await enter(browser(second.device ?? null))).toMatchObject({ userId: alice.id });
  });

  it('is unknown after a link set the password, except the place where the link was used', async () => {
    await enter(HOME);
    await guess(HOME, 10);
    await guess(STRANGER, 10);
    const { token } = await inTransaction(database.db, (tx) => createPasswordLink(tx, alice.id, NOW, 48));
    const caller = { address: '192.0.2.9' };
    await usePasswordLink(database.db, { token, password: 'alice-password', caller }, NOW);
    expect(await database.db.loginThrottle.count()).toBe(0);
    expect(await guess(HOME, 5)).toEqual([WRONG]);
    expect(await guess(STRANGER, 5)).toEqual([WRONG]);
    expect(await enter(HOME)).toEqual(LOCKED);
    expect(await enter(caller)).toEqual({ userId: alice.id });
  });

  it('expires, and the least recently used one of more than 20 is dropped', async () => {
    for (let n = 0; n < 25; n++) await enter({ address: `203.0.113.${n}` }, 'alice', later(n));
    const places = await database.db.loginPlace.findMany({ orderBy: { usedAt: 'asc' } });
    expect(places.map(({ usedAt }) => usedAt)).toEqual(Array.from({ length: 20 }, (_, n) => later(n + 5)));
    await pruneLogins(database.db, later(180 * 86_400 + 23), SETTINGS);
    expect(await database.db.loginPlace.count()).toBe(1);
  });
});

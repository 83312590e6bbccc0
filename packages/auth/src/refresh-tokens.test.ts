import { createPrisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, INVALID, idOf, later, NOW, pairOf, SETTINGS, tokensOf } from './fixture.ts';
import { pruneLogins } from './prune.ts';
import { logout, refresh } from './tokens.ts';

let database: TestDatabase;
let alice: { id: number };
let tokens: ReturnType<typeof tokensOf>;

beforeAll(async () => {
  database = await testDatabase();
  alice = await addUser(database.db, 'alice');
  tokens = tokensOf(database.db, alice.id);
});
afterAll(() => database.drop());

describe('refresh', () => {
  it('returns a new pair and revokes the old access token', async () => {
    const old = await tokens.signIn();
    const pair = pairOf(await tokens.exchange(old.refreshToken, later(60)));
    expect(pair.userId).toBe(alice.id);
    expect(await tokens.opens(pair, later(60))).toBe(true);
    expect(await tokens.opens(old, later(60))).toBe(false);
    const next = pairOf(await tokens.exchange(pair.refreshToken, later(120)));
    expect(await tokens.opens(next, later(60 + 3_600))).toBe(true);
  });

  it('requires the exact token with its own id', async () => {
    const [one, two] = [await tokens.signIn(), await tokens.signIn()];
    const id = idOf(one.refreshToken);
    for (const text of [
      '',
      `${id}|garbage`,
      one.refreshToken.slice(0, -1),
      one.accessToken,
      `${id}|${two.refreshToken.split('|')[1]}`,
    ]) {
      expect(await tokens.exchange(text, NOW, id)).toEqual(INVALID);
    }
    for (const wrong of [idOf(two.refreshToken), 0, -1, 0.5, 2 ** 31, 2 ** 63, Number.NaN]) {
      expect(await tokens.exchange(one.refreshToken, NOW, wrong)).toEqual(INVALID);
    }
    expect(await tokens.opens(one)).toBe(true);
    expect(await tokens.opens(pairOf(await tokens.exchange(one.refreshToken)))).toBe(true);
  });

  it('expires', async () => {
    const [one, two] = [await tokens.signIn(), await tokens.signIn()];
    expect(await tokens.exchange(one.refreshToken, later(30 * 86_400))).toEqual(INVALID);
    expect(await tokens.exchange(two.refreshToken, later(30 * 86_400 - 1))).toHaveProperty('accessToken');
  });

  it('returns one pair for concurrent requests, and treats the others as reuse', async () => {
    const other = createPrisma({ connectionString: database.connectionString });
    for (let round = 0; round < 5; round++) {
      const { refreshToken } = await tokens.signIn();
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          refresh(n % 2 ? other : database.db, { id: idOf(refreshToken), refreshToken }, NOW, SETTINGS),
        ),
      );
      const pairs = results.filter((result) => 'accessToken' in result);
      expect(pairs).toHaveLength(1);
      expect(results.filter((result) => 'refused' in result && result.refused === 'reused')).toHaveLength(1);
      expect(await Promise.all(pairs.map((pair) => tokens.opens(pair)))).toEqual([false]);
    }
    await other.$disconnect();
  });

  it('revokes the whole family when a token is reused', async () => {
    const first = await tokens.signIn();
    const bystander = await tokens.signIn();
    const second = pairOf(await tokens.exchange(first.refreshToken));
    const third = pairOf(await tokens.exchange(second.refreshToken, later(5)));
    expect(await tokens.exchange(first.refreshToken, later(6))).toEqual({ refused: 'reused', userId: alice.id });
    expect(await tokens.opens(third, later(6))).toBe(false);
    expect(await tokens.exchange(third.refreshToken, later(7))).toEqual(INVALID);
    expect(await tokens.exchange(first.refreshToken, later(7))).toEqual(INVALID);
    expect(await tokens.opens(bystander, later(7))).toBe(true);
    const { family } = await database.db.refreshToken.findUniqueOrThrow({
      where: { id: idOf(first.refreshToken) },
      include: { family: true },
    });
    expect(family).toMatchObject({ revokedAt: later(6), revokedReason: 'reuse' });
  });

  it('does not revoke a family for a caller who knows only the id of a used token', async () => {
    const { refreshToken } = await tokens.signIn();
    const pair = pairOf(await tokens.exchange(refreshToken));
    expect(await tokens.exchange(`${idOf(refreshToken)}|${'x'.repeat(43)}`, later(60))).toEqual(INVALID);
    expect(await tokens.opens(pair, later(60))).toBe(true);
  });
});

describe('a refresh that is repeated with its idempotency key', () => {
  const KEY = 'one-key';
  const repeat = (refreshToken: string, idempotencyKey: string | undefined, now = NOW, db = database.db) =>
    refresh(db, { id: idOf(refreshToken), refreshToken, ...(idempotencyKey ? { idempotencyKey } : {}) }, now, SETTINGS);

  it('returns the same pair for 60 s, in every process, and the pair stays valid', async () => {
    const other = createPrisma({ connectionString: database.connectionString });
    const { refreshToken } = await tokens.signIn();
    const pair = pairOf(await repeat(refreshToken, KEY));
    for (const db of [database.db, other]) {
      expect(await repeat(refreshToken, KEY, later(60), db)).toEqual(pair);
    }
    await other.$disconnect();
    expect(await tokens.opens(pair, later(60))).toBe(true);
    const next = pairOf(await repeat(pair.refreshToken, KEY, later(60)));
    expect(next).not.toEqual(pair);
    // The first request may arrive again after its pair was used.
    expect(await repeat(refreshToken, KEY, later(60))).toEqual(pair);
    expect(await tokens.opens(next, later(60))).toBe(true);
  });

  it('returns the same pair to all concurrent requests', async () => {
    const { refreshToken } = await tokens.signIn();
    const pairs = await Promise.all(Array.from({ length: 20 }, () => repeat(refreshToken, KEY)));
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1);
    expect(await tokens.opens(pairOf(pairs[0] ?? { refused: 'invalid' }))).toBe(true);
  });

  it.each([
    ['another key', 'other-key', 1],
    ['no key', undefined, 1],
    ['the same key after 60 s', KEY, 60.001],
  ])('is treated as reuse with %s', async (_what, key, seconds) => {
    const { refreshToken } = await tokens.signIn();
    const pair = pairOf(await repeat(refreshToken, KEY));
    expect(await repeat(refreshToken, key, later(seconds))).toEqual({ refused: 'reused', userId: alice.id });
    expect(await tokens.opens(pair, later(seconds))).toBe(false);
    expect(await repeat(refreshToken, KEY, later(seconds))).toEqual(INVALID);
  });

  it('is treated as reuse when the first exchange had no key', async () => {
    const { refreshToken } = await tokens.signIn();
    pairOf(await repeat(refreshToken, undefined));
    expect(await repeat(refreshToken, KEY)).toEqual({ refused: 'reused', userId: alice.id });
  });

  it('returns nothing after logout, nor for a disabled user', async () => {
    const { refreshToken } = await tokens.signIn();
    pairOf(await repeat(refreshToken, KEY));
    await logout(database.db, alice.id, idOf(refreshToken), NOW);
    expect(await repeat(refreshToken, KEY)).toEqual(INVALID);
    const dora = await addUser(database.db, 'dora');
    const login = await tokensOf(database.db, dora.id).signIn();
    pairOf(await repeat(login.refreshToken, KEY));
    await database.db.user.update({ where: { id: dora.id }, data: { disabledAt: NOW } });
    expect(await repeat(login.refreshToken, KEY)).toEqual(INVALID);
  });

  it('deletes the salt when the time is over', async () => {
    const { refreshToken } = await tokens.signIn();
    pairOf(await repeat(refreshToken, KEY));
    const saltOf = async () =>
      (await database.db.refreshToken.findUniqueOrThrow({ where: { id: idOf(refreshToken) } })).repeatSalt;
    await pruneLogins(database.db, later(60), SETTINGS);
    expect(await saltOf()).toHaveLength(32);
    await pruneLogins(database.db, later(61), SETTINGS);
    expect(await saltOf()).toBe(null);
  });
});

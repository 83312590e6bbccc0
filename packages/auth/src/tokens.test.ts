import { createHash } from 'node:crypto';
import { createPrisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from './actor.ts';
import { addUser, everything, later, NOW, SETTINGS } from './fixture.ts';
import { pruneLogins } from './prune.ts';
import { authenticate, bearerToken, login, logout, refresh, startFamily, type TokenPair } from './tokens.ts';

let database: TestDatabase;
let alice: { id: number };
let bob: { id: number };
let sql: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (text) => sql.push(text) });
  alice = await addUser(database.db, 'alice');
  bob = await addUser(database.db, 'bob');
});
afterAll(() => database.drop());

const signIn = (now = NOW) => startFamily(database.db, alice.id, now, SETTINGS);
const opens = async ({ accessToken }: TokenPair, now = NOW) =>
  (await authenticate(database.db, accessToken, now)) !== null;
const idOf = (token: string) => Number(token.split('|')[0]);
const exchange = (refreshToken: string, now = NOW, id = idOf(refreshToken)) =>
  refresh(database.db, { id, refreshToken }, now, SETTINGS);
const INVALID = { refused: 'invalid' };

function pairOf(result: Awaited<ReturnType<typeof refresh>>): TokenPair {
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  return result;
}

describe('login', () => {
  it('gives a pair whose access token stands for the user', async () => {
    const pair = await login(database.db, { email: 'alice@example.com', password: 'alice-password' }, NOW, SETTINGS);
    expect(pair).toEqual({
      userId: alice.id,
      accessToken: expect.stringMatching(/^[1-9]\d*\|[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[1-9]\d*\|[\w-]{43}$/),
    });
    const actor = 'accessToken' in pair ? await authenticate(database.db, pair.accessToken, NOW) : null;
    expect(actor?.userId).toBe(alice.id);
  });

  it('gives nothing for a wrong password', async () => {
    const before = await database.db.tokenFamily.count();
    const answer = await login(database.db, { username: 'alice', password: 'wrong' }, NOW, SETTINGS);
    expect(answer).toEqual({ refused: 'credentials' });
    expect(await database.db.tokenFamily.count()).toBe(before);
  });

  it('leaves earlier logins as they are', async () => {
    const [first, second] = [await signIn(), await signIn()];
    expect(await opens(first)).toBe(true);
    expect(await opens(second)).toBe(true);
  });
});

describe('authenticate', () => {
  it('tells who acts, in one statement', async () => {
    const { db } = database;
    await db.currency.create({ data: { code: 'EUR', symbol: '€', name: 'Euro' } });
    const { id: organizationId } = await db.organization.create({
      data: { name: 'Seller', currencyCode: 'EUR', timeZone: 'Europe/Rome' },
    });
    await db.language.createMany({ data: ['de', 'en', 'it'].map((code) => ({ code, name: code })) });
    await db.organizationLanguage.createMany({
      data: [
        { organizationId, languageCode: 'de', position: 2 },
        { organizationId, languageCode: 'en', position: 1 },
        { organizationId, languageCode: 'it', position: 3, isDefault: true },
      ],
    });
    const client = await db.client.create({ data: { organizationId, name: 'Hotel' } });
    const other = await db.client.create({
      data: { organizationId, name: 'Agency', members: { create: { userId: alice.id } } },
    });
    await db.clientMember.create({ data: { clientId: client.id, userId: alice.id } });
    await db.permission.createMany({ data: ['b.second', 'a.first'].map((name) => ({ name, description: name })) });
    const desk = await db.role.create({
      data: {
        organizationId,
        clientId: client.id,
        name: 'Desk',
        permissions: { create: [{ permissionName: 'b.second' }, { permissionName: 'a.first' }] },
      },
    });
    const guest = await db.role.create({ data: { organizationId, name: 'Guest' } });
    for (const role of [guest, desk]) await db.userRole.create({ data: { userId: alice.id, roleId: role.id } });
    const { accessToken } = await signIn();
    const organization = {
      organizationId,
      timeZone: 'Europe/Rome',
      currencyCode: 'EUR',
      languages: ['it', 'en', 'de'],
    };
    const expected = {
      userId: alice.id,
      name: 'The alice',
      isSystem: false,
      roles: [
        { id: desk.id, name: 'Desk', ...organization, clientId: client.id, permissions: ['a.first', 'b.second'] },
        { id: guest.id, name: 'Guest', ...organization, clientId: null, permissions: [] },
      ],
      clientIds: [client.id, other.id],
    };
    sql = [];
    expect(await authenticate(db, accessToken, NOW)).toEqual(expected);
    expect(sql).toHaveLength(1);
    expect(await actorOf(db, alice.id)).toEqual(expected);
  });

  it('sends one and the same text each time, so that it is prepared', async () => {
    sql = [];
    for (const pair of [await signIn(), await signIn()]) await opens(pair);
    const reads = sql.filter((text) => text.includes('secret_hash as hash'));
    expect(reads).toHaveLength(2);
    expect(reads[0]).toBe(reads[1]);
  });

  it('asks the database nothing for what is no token', async () => {
    const { accessToken } = await signIn();
    const secret = accessToken.split('|')[1];
    sql = [];
    for (const text of [
      '',
      ' ',
      'garbage',
      '1|0123456789abcdef0123456789abcdef01234567',
      `|${secret}`,
      `0|${secret}`,
      `-1|${secret}`,
      `01|${secret}`,
      `1e1|${secret}`,
      `2147483648|${secret}`,
      `9223372036854775808|${secret}`,
      `${accessToken}\n`,
      ` ${accessToken}`,
      `${accessToken}, ${accessToken}`,
      `${accessToken}=`,
      accessToken.replace('|', '.'),
      accessToken.slice(0, -1),
      'ä'.repeat(43),
      '1|\0',
      'x'.repeat(20_000),
    ]) {
      expect(await authenticate(database.db, text, NOW)).toBe(null);
    }
    expect(await authenticate(database.db, null, NOW)).toBe(null);
    expect(sql).toEqual([]);
  });

  it('refuses tokens that are not its own', async () => {
    const [one, two] = [await signIn(), await signIn()];
    const [id, secret = ''] = one.accessToken.split('|');
    const almost = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
    for (const text of [
      `${id}|${two.accessToken.split('|')[1]}`,
      `${id}|${one.refreshToken.split('|')[1]}`,
      `${2 ** 31 - 1}|${secret}`,
      `${id}|${almost}`,
      one.refreshToken,
    ]) {
      expect(await authenticate(database.db, text, NOW)).toBe(null);
    }
    expect(await opens(one)).toBe(true);
  });

  it('takes only `Bearer` in any letter case, one space and the token from a header', async () => {
    const { accessToken } = await signIn();
    const outcome = async (header: string | undefined) =>
      (await authenticate(database.db, bearerToken(header), NOW))?.userId ?? null;
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(await outcome(`${scheme} ${accessToken}`)).toBe(alice.id);
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      accessToken,
      `Bearer  ${accessToken}`,
      `Bearer\t${accessToken}`,
      `Bearer ${accessToken} `,
      `Bearer ${accessToken}, Bearer ${accessToken}`,
      `Basic ${accessToken}`,
      `Basic ${Buffer.from(`alice:alice-password`).toString('base64')}`,
      `Bearer ${'x'.repeat(20_000)}`,
      'Bearer ÿ',
    ]) {
      expect(await outcome(header)).toBe(null);
    }
  });

  it('ends by the clock', async () => {
    const pair = await signIn();
    expect(await opens(pair, later(3_599.999))).toBe(true);
    expect(await opens(pair, later(3_600))).toBe(false);
  });

  it('refuses who is disabled, and lets in again who is enabled again', async () => {
    const carol = await addUser(database.db, 'carol');
    const pair = await startFamily(database.db, carol.id, NOW, SETTINGS);
    const disable = (disabledAt: Date | null) =>
      database.db.user.update({ where: { id: carol.id }, data: { disabledAt } });
    await disable(NOW);
    expect(await opens(pair)).toBe(false);
    expect(await actorOf(database.db, carol.id)).toBe(null);
    expect(await exchange(pair.refreshToken)).toEqual(INVALID);
    await disable(null);
    expect(await opens(pair)).toBe(true);
    expect(await opens(pairOf(await exchange(pair.refreshToken)))).toBe(true);
  });
});

describe('refresh', () => {
  it('gives a new pair and ends the old access token', async () => {
    const old = await signIn();
    const pair = pairOf(await exchange(old.refreshToken, later(60)));
    expect(pair.userId).toBe(alice.id);
    expect(await opens(pair, later(60))).toBe(true);
    expect(await opens(old, later(60))).toBe(false);
    const next = pairOf(await exchange(pair.refreshToken, later(120)));
    expect(await opens(next, later(60 + 3_600))).toBe(true);
  });

  it('needs the very token, under its own id', async () => {
    const [one, two] = [await signIn(), await signIn()];
    const id = idOf(one.refreshToken);
    for (const text of [
      '',
      `${id}|garbage`,
      one.refreshToken.slice(0, -1),
      one.accessToken,
      `${id}|${two.refreshToken.split('|')[1]}`,
    ]) {
      expect(await exchange(text, NOW, id)).toEqual(INVALID);
    }
    for (const wrong of [idOf(two.refreshToken), 0, -1, 0.5, 2 ** 31, 2 ** 63, Number.NaN]) {
      expect(await exchange(one.refreshToken, NOW, wrong)).toEqual(INVALID);
    }
    expect(await opens(one)).toBe(true);
    expect(await opens(pairOf(await exchange(one.refreshToken)))).toBe(true);
  });

  it('ends by the clock', async () => {
    const [one, two] = [await signIn(), await signIn()];
    expect(await exchange(one.refreshToken, later(30 * 86_400))).toEqual(INVALID);
    expect(await exchange(two.refreshToken, later(30 * 86_400 - 1))).toHaveProperty('accessToken');
  });

  it('gives one pair when many come at the same time, and takes the others for reuse', async () => {
    const other = createPrisma({ connectionString: database.connectionString });
    for (let round = 0; round < 5; round++) {
      const { refreshToken } = await signIn();
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          refresh(n % 2 ? other : database.db, { id: idOf(refreshToken), refreshToken }, NOW, SETTINGS),
        ),
      );
      const pairs = results.filter((result) => 'accessToken' in result);
      expect(pairs).toHaveLength(1);
      expect(results.filter((result) => 'refused' in result && result.refused === 'reused')).toHaveLength(1);
      expect(await Promise.all(pairs.map((pair) => opens(pair)))).toEqual([false]);
    }
    await other.$disconnect();
  });

  it('ends the whole family when a token comes back', async () => {
    const first = await signIn();
    const bystander = await signIn();
    const second = pairOf(await exchange(first.refreshToken));
    const third = pairOf(await exchange(second.refreshToken, later(5)));
    expect(await exchange(first.refreshToken, later(6))).toEqual({ refused: 'reused', userId: alice.id });
    expect(await opens(third, later(6))).toBe(false);
    expect(await exchange(third.refreshToken, later(7))).toEqual(INVALID);
    expect(await exchange(first.refreshToken, later(7))).toEqual(INVALID);
    expect(await opens(bystander, later(7))).toBe(true);
    const { family } = await database.db.refreshToken.findUniqueOrThrow({
      where: { id: idOf(first.refreshToken) },
      include: { family: true },
    });
    expect(family).toMatchObject({ revokedAt: later(6), revokedReason: 'reuse' });
  });

  it('does not end a family for somebody who only knows the id of a used token', async () => {
    const { refreshToken } = await signIn();
    const pair = pairOf(await exchange(refreshToken));
    expect(await exchange(`${idOf(refreshToken)}|${'x'.repeat(43)}`, later(60))).toEqual(INVALID);
    expect(await opens(pair, later(60))).toBe(true);
  });
});

describe('a refresh that is repeated with its key', () => {
  const KEY = 'one-key';
  const repeat = (refreshToken: string, idempotencyKey: string | undefined, now = NOW, db = database.db) =>
    refresh(db, { id: idOf(refreshToken), refreshToken, ...(idempotencyKey ? { idempotencyKey } : {}) }, now, SETTINGS);

  it('gives the same pair for 60 s, in every process, and the pair goes on', async () => {
    const other = createPrisma({ connectionString: database.connectionString });
    const { refreshToken } = await signIn();
    const pair = pairOf(await repeat(refreshToken, KEY));
    for (const db of [database.db, other]) {
      expect(await repeat(refreshToken, KEY, later(60), db)).toEqual(pair);
    }
    await other.$disconnect();
    expect(await opens(pair, later(60))).toBe(true);
    const next = pairOf(await repeat(pair.refreshToken, KEY, later(60)));
    expect(next).not.toEqual(pair);
    // The first request may arrive once more, after its pair was used.
    expect(await repeat(refreshToken, KEY, later(60))).toEqual(pair);
    expect(await opens(next, later(60))).toBe(true);
  });

  it('gives all of many at the same time the same pair', async () => {
    const { refreshToken } = await signIn();
    const pairs = await Promise.all(Array.from({ length: 20 }, () => repeat(refreshToken, KEY)));
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1);
    expect(await opens(pairOf(pairs[0] ?? { refused: 'invalid' }))).toBe(true);
  });

  it.each([
    ['another key', 'other-key', 1],
    ['no key', undefined, 1],
    ['the same key after 60 s', KEY, 60.001],
  ])('is reuse with %s', async (_what, key, seconds) => {
    const { refreshToken } = await signIn();
    const pair = pairOf(await repeat(refreshToken, KEY));
    expect(await repeat(refreshToken, key, later(seconds))).toEqual({ refused: 'reused', userId: alice.id });
    expect(await opens(pair, later(seconds))).toBe(false);
    expect(await repeat(refreshToken, KEY, later(seconds))).toEqual(INVALID);
  });

  it('is reuse when the first exchange had no key', async () => {
    const { refreshToken } = await signIn();
    pairOf(await repeat(refreshToken, undefined));
    expect(await repeat(refreshToken, KEY)).toEqual({ refused: 'reused', userId: alice.id });
  });

  it('gives nothing after logout, nor to who is disabled', async () => {
    const { refreshToken } = await signIn();
    pairOf(await repeat(refreshToken, KEY));
    await logout(database.db, alice.id, idOf(refreshToken), NOW);
    expect(await repeat(refreshToken, KEY)).toEqual(INVALID);
    const dora = await addUser(database.db, 'dora');
    const login = await startFamily(database.db, dora.id, NOW, SETTINGS);
    pairOf(await repeat(login.refreshToken, KEY));
    await database.db.user.update({ where: { id: dora.id }, data: { disabledAt: NOW } });
    expect(await repeat(login.refreshToken, KEY)).toEqual(INVALID);
  });

  it('forgets how to repeat when the time is over', async () => {
    const { refreshToken } = await signIn();
    pairOf(await repeat(refreshToken, KEY));
    const saltOf = async () =>
      (await database.db.refreshToken.findUniqueOrThrow({ where: { id: idOf(refreshToken) } })).repeatSalt;
    await pruneLogins(database.db, later(60), SETTINGS);
    expect(await saltOf()).toHaveLength(32);
    await pruneLogins(database.db, later(61), SETTINGS);
    expect(await saltOf()).toBe(null);
  });
});

describe('logout', () => {
  it('ends both tokens at once, for every process', async () => {
    const other = createPrisma({ connectionString: database.connectionString });
    const pair = await signIn();
    expect(await authenticate(other, pair.accessToken, NOW)).not.toBe(null);
    expect(await logout(database.db, alice.id, idOf(pair.refreshToken), NOW)).toBe(true);
    for (const db of [database.db, other]) {
      expect(await authenticate(db, pair.accessToken, NOW)).toBe(null);
      const { refreshToken } = pair;
      expect(await refresh(db, { id: idOf(refreshToken), refreshToken }, NOW, SETTINGS)).toEqual(INVALID);
    }
    expect(await logout(other, alice.id, idOf(pair.refreshToken), NOW)).toBe(false);
    await other.$disconnect();
  });

  it('leaves other logins, and ends the family by any of its refresh tokens', async () => {
    const [first, other] = [await signIn(), await signIn()];
    const second = pairOf(await exchange(first.refreshToken));
    expect(await logout(database.db, alice.id, idOf(first.refreshToken), NOW)).toBe(true);
    expect(await opens(second)).toBe(false);
    expect(await opens(other)).toBe(true);
  });

  it("finds nobody else's token and no impossible one", async () => {
    const pair = await signIn();
    const id = idOf(pair.refreshToken);
    expect(await logout(database.db, bob.id, id, NOW)).toBe(false);
    for (const wrong of [0, -1, 0.5, 99_999_999, 2 ** 31, 2 ** 63, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await logout(database.db, alice.id, wrong, NOW)).toBe(false);
    }
    expect(await opens(pair)).toBe(true);
    expect(await exchange(pair.refreshToken)).toHaveProperty('accessToken');
  });
});

describe('the database', () => {
  it('holds no secret, only hashes of 32 bytes', async () => {
    const first = await signIn();
    const second = pairOf(await exchange(first.refreshToken));
    await login(database.db, { username: 'alice', password: 'alice-password' }, NOW, SETTINGS);
    const dump = await everything(database.db);
    const secrets = [first, second].flatMap((pair) => [pair.accessToken, pair.refreshToken]);
    const words = secrets.map((token) => token.split('|')[1] ?? '');
    for (const word of [...words, 'alice-password']) {
      expect(dump).not.toContain(word);
      expect(dump).not.toContain(Buffer.from(word).toString('hex'));
      expect(dump).not.toContain(Buffer.from(word, 'base64url').toString('hex'));
    }
    // The dump does show what is stored: three of the four hashes (an ended access token is deleted).
    const hashes = words.map((word) => createHash('sha256').update(word).digest('hex'));
    expect(hashes.filter((hash) => dump.includes(hash))).toHaveLength(3);
    const lengths = await database.db.$queryRaw<{ length: number }[]>`
      select distinct length(secret_hash) from (select secret_hash from access_token union all select secret_hash from refresh_token)`;
    expect(lengths).toEqual([{ length: 32 }]);
  });

  it('is pruned of what has expired, and of nothing else', async () => {
    await database.db.tokenFamily.deleteMany();
    const old = await signIn();
    const kept = await signIn(later(60));
    await pruneLogins(database.db, later(3_600), SETTINGS);
    expect(await database.db.accessToken.count()).toBe(1);
    expect(await database.db.refreshToken.count()).toBe(2);
    expect(await exchange(old.refreshToken, later(3_600))).toHaveProperty('accessToken');
    await database.db.tokenFamily.updateMany({
      where: { refreshTokens: { some: { id: idOf(kept.refreshToken) } } },
      data: { userId: bob.id },
    });
    await pruneLogins(database.db, later(30 * 86_400 + 61), SETTINGS);
    expect(await database.db.tokenFamily.findMany({ select: { userId: true } })).toEqual([{ userId: alice.id }]);
  });
});

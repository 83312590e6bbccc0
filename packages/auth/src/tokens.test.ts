import { createHash } from 'node:crypto';
import { createPrisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from './actor.ts';
import { addUser, everything, INVALID, idOf, later, login, NOW, pairOf, SETTINGS, tokensOf } from './fixture.ts';
import { pruneLogins } from './prune.ts';
import { authenticate, bearerToken, logout, refresh } from './tokens.ts';

let database: TestDatabase;
let alice: { id: number };
let bob: { id: number };
let tokens: ReturnType<typeof tokensOf>;
let sql: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (text) => sql.push(text) });
  alice = await addUser(database.db, 'alice');
  bob = await addUser(database.db, 'bob');
  tokens = tokensOf(database.db, alice.id);
});
afterAll(() => database.drop());

describe('login', () => {
  it('returns a pair whose access token authenticates the user', async () => {
    const pair = await login(database.db, { email: 'alice@example.com', password: 'alice-password' });
    expect(pair).toEqual({
      userId: alice.id,
      accessToken: expect.stringMatching(/^[1-9]\d*\|[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[1-9]\d*\|[\w-]{43}$/),
    });
    const actor = 'accessToken' in pair ? await authenticate(database.db, pair.accessToken, NOW, null) : null;
    expect(actor?.userId).toBe(alice.id);
  });

  it('returns nothing for a wrong password', async () => {
    const before = await database.db.tokenFamily.count();
    const answer = await login(database.db, { username: 'alice', password: 'wrong' });
    expect(answer).toEqual({ refused: 'credentials' });
    expect(await database.db.tokenFamily.count()).toBe(before);
  });

  it('keeps earlier logins valid', async () => {
    const [first, second] = [await tokens.signIn(), await tokens.signIn()];
    expect(await tokens.opens(first)).toBe(true);
    expect(await tokens.opens(second)).toBe(true);
  });
});

describe('authenticate', () => {
  it('returns the actor in one statement', async () => {
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
    const { accessToken } = await tokens.signIn();
    const organization = {
      organizationId,
      timeZone: 'Europe/Rome',
      currencyCode: 'EUR',
      languages: ['it', 'en', 'de'],
      requestQuota: null,
    };
    const expected = {
      userId: alice.id,
      name: 'The alice',
      isSystem: false,
      service: null,
      roles: [
        { id: desk.id, name: 'Desk', ...organization, clientId: client.id, permissions: ['a.first', 'b.second'] },
        { id: guest.id, name: 'Guest', ...organization, clientId: null, permissions: [] },
      ],
      clientIds: [client.id, other.id],
    };
    sql = [];
    expect(await authenticate(db, accessToken, NOW, null)).toEqual(expected);
    expect(sql).toHaveLength(1);
    expect(await actorOf(db, alice.id, new Date())).toEqual(expected);
  });

  it('sends the same text each time, so that it is prepared once', async () => {
    sql = [];
    for (const pair of [await tokens.signIn(), await tokens.signIn()]) await tokens.opens(pair);
    const reads = sql.filter((text) => text.includes('secret_hash as hash'));
    expect(reads).toHaveLength(2);
    expect(reads[0]).toBe(reads[1]);
  });

  it('sends no query for a text that is not a token', async () => {
    const { accessToken } = await tokens.signIn();
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
      `9007199254740992|${secret}`,
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
      expect(await authenticate(database.db, text, NOW, null)).toBe(null);
    }
    expect(await authenticate(database.db, null, NOW, null)).toBe(null);
    expect(sql).toEqual([]);
  });

  it('refuses tokens that it did not issue', async () => {
    const [one, two] = [await tokens.signIn(), await tokens.signIn()];
    const [id, secret = ''] = one.accessToken.split('|');
    const almost = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
    for (const text of [
      `${id}|${two.accessToken.split('|')[1]}`,
      `${id}|${one.refreshToken.split('|')[1]}`,
      `${2 ** 31 - 1}|${secret}`,
      `${id}|${almost}`,
      one.refreshToken,
    ]) {
      expect(await authenticate(database.db, text, NOW, null)).toBe(null);
    }
    expect(await tokens.opens(one)).toBe(true);
  });

  it('accepts only `Bearer` in any letter case, one space and the token in a header', async () => {
    const { accessToken } = await tokens.signIn();
    const outcome = async (header: string | undefined) =>
      (await authenticate(database.db, bearerToken(header), NOW, null))?.userId ?? null;
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

  it('expires', async () => {
    const pair = await tokens.signIn();
    expect(await tokens.opens(pair, later(3_599.999))).toBe(true);
    expect(await tokens.opens(pair, later(3_600))).toBe(false);
  });

  it('refuses a disabled user, and accepts the user again when enabled', async () => {
    const carol = await addUser(database.db, 'carol');
    const pair = await tokensOf(database.db, carol.id).signIn();
    const disable = (disabledAt: Date | null) =>
      database.db.user.update({ where: { id: carol.id }, data: { disabledAt } });
    await disable(NOW);
    expect(await tokens.opens(pair)).toBe(false);
    expect(await actorOf(database.db, carol.id, new Date())).toBe(null);
    expect(await tokens.exchange(pair.refreshToken)).toEqual(INVALID);
    await disable(null);
    expect(await tokens.opens(pair)).toBe(true);
    expect(await tokens.opens(pairOf(await tokens.exchange(pair.refreshToken)))).toBe(true);
  });
});

describe('logout', () => {
  it('revokes both tokens immediately, for every process', async () => {
    const other = createPrisma({ connectionString: database.connectionString });
    const pair = await tokens.signIn();
    expect(await authenticate(other, pair.accessToken, NOW, null)).not.toBe(null);
    expect(await logout(database.db, alice.id, idOf(pair.refreshToken), NOW)).toBe(true);
    for (const db of [database.db, other]) {
      expect(await authenticate(db, pair.accessToken, NOW, null)).toBe(null);
      const { refreshToken } = pair;
      expect(await refresh(db, { id: idOf(refreshToken), refreshToken }, NOW, SETTINGS)).toEqual(INVALID);
    }
    expect(await logout(other, alice.id, idOf(pair.refreshToken), NOW)).toBe(false);
    await other.$disconnect();
  });

  it('keeps other logins, and revokes the family by any of its refresh tokens', async () => {
    const [first, other] = [await tokens.signIn(), await tokens.signIn()];
    const second = pairOf(await tokens.exchange(first.refreshToken));
    expect(await logout(database.db, alice.id, idOf(first.refreshToken), NOW)).toBe(true);
    expect(await tokens.opens(second)).toBe(false);
    expect(await tokens.opens(other)).toBe(true);
  });

  it('finds no token of another user and no impossible id', async () => {
    const pair = await tokens.signIn();
    const id = idOf(pair.refreshToken);
    expect(await logout(database.db, bob.id, id, NOW)).toBe(false);
    for (const wrong of [0, -1, 0.5, 99_999_999, 2 ** 31, 2 ** 63, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await logout(database.db, alice.id, wrong, NOW)).toBe(false);
    }
    expect(await tokens.opens(pair)).toBe(true);
    expect(await tokens.exchange(pair.refreshToken)).toHaveProperty('accessToken');
  });
});

describe('the database', () => {
  it('stores no secret, only hashes of 32 bytes', async () => {
    const first = await tokens.signIn();
    const second = pairOf(await tokens.exchange(first.refreshToken));
    await login(database.db, { username: 'alice', password: 'alice-password' });
    const dump = await everything(database.db);
    const secrets = [first, second].flatMap((pair) => [pair.accessToken, pair.refreshToken]);
    const words = secrets.map((token) => token.split('|')[1] ?? '');
    for (const word of [...words, 'alice-password']) {
      expect(dump).not.toContain(word);
      expect(dump).not.toContain(Buffer.from(word).toString('hex'));
      expect(dump).not.toContain(Buffer.from(word, 'base64url').toString('hex'));
    }
    // The dump does show the stored values: three of the four hashes (the revoked access token is deleted).
    const hashes = words.map((word) => createHash('sha256').update(word).digest('hex'));
    expect(hashes.filter((hash) => dump.includes(hash))).toHaveLength(3);
    const lengths = await database.db.$queryRaw<{ length: number }[]>`
      select distinct length(secret_hash) from (select secret_hash from access_token union all select secret_hash from refresh_token)`;
    expect(lengths).toEqual([{ length: 32 }]);
  });

  it('is pruned of expired rows only', async () => {
    await database.db.tokenFamily.deleteMany();
    const old = await tokens.signIn();
    const kept = await tokens.signIn(later(60));
    await pruneLogins(database.db, later(3_600), SETTINGS);
    expect(await database.db.accessToken.count()).toBe(1);
    expect(await database.db.refreshToken.count()).toBe(2);
    expect(await tokens.exchange(old.refreshToken, later(3_600))).toHaveProperty('accessToken');
    await database.db.tokenFamily.updateMany({
      where: { refreshTokens: { some: { id: idOf(kept.refreshToken) } } },
      data: { userId: bob.id },
    });
    await pruneLogins(database.db, later(30 * 86_400 + 61), SETTINGS);
    expect(await database.db.tokenFamily.findMany({ select: { userId: true } })).toEqual([{ userId: alice.id }]);
  });
});

import { inTransaction } from '@channel/prisma';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, everything, INVALID, later, NOW, SETTINGS } from './fixture.ts';
import { checkLogin } from './login.ts';
import { pruneLogins } from './prune.ts';
import { createServiceToken, revokeServiceToken } from './service-tokens.ts';
import { authenticate, readLogin, refresh, startFamily, tokenKey } from './tokens.ts';

let database: TestDatabase;
let organizationId: number;
let number = 0;

beforeAll(async () => {
  database = await testDatabase();
  organizationId = (await createFactories(database.db).home()).id;
});
afterAll(() => database.drop());

type Columns = { expiresAt?: Date; addressRanges?: string[] };

async function account({ expiresAt, addressRanges = [] }: Columns = {}) {
  const { db } = database;
  const owner = await addUser(db, `owner${++number}`);
  const role = await db.role.create({ data: { organizationId, name: `Role ${number}` } });
  await db.userRole.create({ data: { userId: owner.id, roleId: role.id } });
  const { id } = await addUser(db, `tool${number}`, { kind: 'service' });
  const columns = { scopes: ['orders:read'], addressRanges, ...(expiresAt ? { expiresAt } : {}) };
  await db.serviceAccount.create({ data: { userId: id, organizationId, ownerId: owner.id, ...columns } });
  const token = (tokenExpiresAt: Date | null = null) =>
    inTransaction(db, (tx) => createServiceToken(tx, { accountId: id, name: 'x', expiresAt: tokenExpiresAt }, NOW));
  return { id, owner, token, username: `tool${number}` };
}

const ADDRESS = '192.0.2.7';
const opens = async (text: string, now = NOW, address: string | null = ADDRESS) =>
  (await authenticate(database.db, text, now, address)) !== null;

describe('a service token', () => {
  it('opens the account with its limits, for longer than an access token, and is stored nowhere', async () => {
    const { id, token } = await account({ addressRanges: ['192.0.2.0/24'] });
    const { text } = await token();
    expect(text).toMatch(/^chb_service_\d+_[\w-]{43}$/);
    expect(await authenticate(database.db, text, later(400 * 86_400), ADDRESS)).toMatchObject({
      userId: id,
      isSystem: false,
      service: { scopes: ['orders:read'], addressRanges: ['192.0.2.0/24'] },
    });
    expect(await everything(database.db)).not.toContain(text.slice(-43));
  });

  it('is one of several for rotation: revoking one keeps the others', async () => {
    const { id, token } = await account();
    const [old, next] = [await token(), await token()];
    expect([await opens(old.text), await opens(next.text)]).toEqual([true, true]);
    const revoke = () => inTransaction(database.db, (tx) => revokeServiceToken(tx, { accountId: id, id: old.id }, NOW));
    expect([await revoke(), await revoke()]).toEqual([true, false]);
    expect([await opens(old.text), await opens(next.text)]).toEqual([false, true]);
  });

  it('ends when it expires, and when its account does', async () => {
    const short = await (await account()).token(later(60));
    expect([await opens(short.text, later(59)), await opens(short.text, later(60))]).toEqual([true, false]);
    const until = await (await account({ expiresAt: later(60) })).token();
    expect([await opens(until.text, later(59)), await opens(until.text, later(60))]).toEqual([true, false]);
  });

  it('is refused while its owner has no role in the organization', async () => {
    const { owner, token } = await account();
    const { text } = await token();
    expect(await opens(text)).toBe(true);
    await database.db.userRole.deleteMany({ where: { userId: owner.id } });
    expect(await opens(text)).toBe(false);
  });

  it('is refused while the account or its owner is disabled', async () => {
    const { db } = database;
    const { id, owner, token } = await account();
    const { text } = await token();
    for (const user of [id, owner.id]) {
      await db.user.update({ where: { id: user }, data: { disabledAt: NOW } });
      expect(await opens(text)).toBe(false);
      await db.user.update({ where: { id: user }, data: { disabledAt: null } });
      expect(await opens(text)).toBe(true);
    }
  });

  it('is accepted from its networks alone', async () => {
    const { text } = await (await account({ addressRanges: ['192.0.2.0/24'] })).token();
    expect([await opens(text), await opens(text, NOW, '198.51.100.1'), await opens(text, NOW, null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is refused in any other form, also that of an access token', async () => {
    const { id, text } = await (await account()).token();
    const secret = text.slice(-43);
    const wrong = [
      `${id}|${secret}`,
      `chb_service_${id}|${secret}`,
      `chb_service_0${id}_${secret}`,
      `chb_service_${id + 1}_${secret}`,
      `chb_service_${id}_${secret.slice(1)}`,
      `chb_service_${id}_${'A'.repeat(43)}`,
      `chb_service_99999999999_${secret}`,
      `CHB_service_${id}_${secret}`,
      `${text} `,
    ];
    expect(await Promise.all(wrong.map((each) => opens(each)))).toEqual(wrong.map(() => false));
    expect(tokenKey(`${id}|${secret}`)).not.toBe(tokenKey(text));
  });

  it('does not open what an access token of the same id opens', async () => {
    const { id } = await addUser(database.db, 'person');
    const { accessToken } = await startFamily(database.db, id, NOW, SETTINGS);
    const [tokenId, secret] = accessToken.split('|');
    expect([await opens(accessToken), await opens(`chb_service_${tokenId}_${secret}`)]).toEqual([true, false]);
  });

  it('is no refresh token, and its account has no password to log in with', async () => {
    const { token, username } = await account();
    const { id, text } = await token();
    expect(await refresh(database.db, { id, refreshToken: text }, NOW, SETTINGS)).toEqual(INVALID);
    // The fixture gives every user a password.
    const password = `${username}-password`;
    expect(await checkLogin(database.db, { username, password }, NOW, SETTINGS)).toEqual({ refused: 'credentials' });
  });
});

describe('the last use', () => {
  const lastUse = async (id: number) =>
    (await database.db.serviceToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;

  it('is written once a minute', async () => {
    const { id, text } = await (await account()).token();
    expect(await lastUse(id)).toBeNull();
    expect(await opens(text, later(1))).toBe(true);
    await expect.poll(() => lastUse(id)).toEqual(later(1));
    expect(await opens(text, later(50))).toBe(true);
    expect(await opens(text, later(61))).toBe(true);
    await expect.poll(() => lastUse(id)).toEqual(later(61));
  });

  it('is not that of a refused request', async () => {
    const owner = await account({ addressRanges: ['192.0.2.0/24'] });
    const { id, text } = await owner.token();
    expect(await opens(text, NOW, '198.51.100.1')).toBe(false);
    expect(await opens(text.replace(/.{43}$/, 'A'.repeat(43)), NOW)).toBe(false);
    expect(await opens(text, later(5))).toBe(true);
    await expect.poll(() => lastUse(id)).toEqual(later(5));
  });
});

it('pruning removes tokens a month after their end', async () => {
  const { db } = database;
  const { id, token } = await account();
  const [ended, expired, valid] = [await token(), await token(later(60)), await token()];
  await inTransaction(db, (tx) => revokeServiceToken(tx, { accountId: id, id: ended.id }, NOW));
  await pruneLogins(db, later(29 * 86_400), SETTINGS);
  expect(await db.serviceToken.count({ where: { accountId: id } })).toBe(3);
  await pruneLogins(db, later(31 * 86_400), SETTINGS);
  expect(await db.serviceToken.findMany({ where: { accountId: id }, select: { id: true } })).toEqual([
    { id: valid.id },
  ]);
  expect(await readLogin(db, expired.text, later(31 * 86_400), null)).toBeNull();
});

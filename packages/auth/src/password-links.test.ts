import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser, everything, later, login, NOW, SETTINGS } from './fixture.ts';
import { checkLogin } from './login.ts';
import { createSessions } from './lucia-sessions.ts';
import { createPasswordLink, readPasswordLink, usePasswordLink } from './password-links.ts';
import { pruneLogins } from './prune.ts';
import { authenticate, refresh } from './tokens.ts';

const PASSWORD = 'a new password';
const REFUSED = { refused: 'link' };

let database: TestDatabase;
let number = 0;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.loginThrottle.deleteMany());

const newUser = (more: Parameters<typeof addUser>[2] = {}) => addUser(database.db, `link${++number}`, more);
const linkFor = async (userId: number, now = NOW) =>
  (await inTransaction(database.db, (tx) => createPasswordLink(tx, userId, now, 48))).token;
const read = (token: string, now = NOW) => readPasswordLink(database.db, token, now);
const set = (token: string, password = PASSWORD, now = NOW) => usePasswordLink(database.db, { token, password }, now);
const opens = (username: string, password: string) => checkLogin(database.db, { username, password }, NOW, SETTINGS);

describe('a link', () => {
  it('sets a password, once', async () => {
    const user = await newUser();
    const token = await linkFor(user.id);
    expect(await read(token)).toEqual({ userId: user.id, expiresAt: later(48 * 3_600) });
    expect(await set(token)).toEqual({ userId: user.id });
    expect(await opens(user.username, PASSWORD)).toEqual({ userId: user.id });
    expect(await opens(user.username, `${user.username}-password`)).toEqual({ refused: 'credentials' });
    expect([await set(token, 'another password'), await read(token)]).toEqual([REFUSED, REFUSED]);
  });

  it('sets one password when it is used concurrently', async () => {
    const token = await linkFor((await newUser()).id);
    const answers = await Promise.all(['first', 'second', 'third'].map((word) => set(token, `the ${word} password`)));
    expect(answers.filter((answer) => 'userId' in answer)).toHaveLength(1);
  });

  it('ends when it is replaced, when it expires and when its user is disabled', async () => {
    const user = await newUser();
    const former = await linkFor(user.id);
    const token = await linkFor(user.id);
    expect([await read(former), await read(token, later(48 * 3_600))]).toEqual([REFUSED, REFUSED]);
    await database.db.user.update({ where: { id: user.id }, data: { disabledAt: NOW } });
    expect([await read(token), await set(token)]).toEqual([REFUSED, REFUSED]);
    await database.db.user.update({ where: { id: user.id }, data: { disabledAt: null } });
    expect(await read(token)).toMatchObject({ userId: user.id });
    await pruneLogins(database.db, later(48 * 3_600), SETTINGS);
    expect(await database.db.passwordLink.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is valid only with its exact token', async () => {
    const token = await linkFor((await newUser()).id);
    const other = await linkFor((await newUser()).id);
    const [id, secret] = token.split('|');
    const [, foreign] = other.split('|');
    for (const text of ['', '|', `${id}`, `${secret}`, `${id}|${foreign}`, `${id}|${secret}x`, `0${token}`, `${id}|`]) {
      expect([text, await read(text)]).toEqual([text, REFUSED]);
    }
  });

  it('works for its owner, however often others guess its secret', async () => {
    const user = await newUser();
    const token = await linkFor(user.id);
    const guess = `${token.split('|')[0]}|${'A'.repeat(43)}`;
    for (let tries = 0; tries < 2 * SETTINGS.loginFailures; tries++) expect(await read(guess)).toEqual(REFUSED);
    expect(await set(guess)).toEqual(REFUSED);
    expect(await set(token)).toEqual({ userId: user.id });
  });

  it('is stored only as a hash', async () => {
    const token = await linkFor((await newUser()).id);
    const [, secret = ''] = token.split('|');
    const dump = await everything(database.db);
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  });

  it('ends all sessions and tokens of the former password, and the lock of failed logins', async () => {
    const { db } = database;
    const user = await newUser();
    const pair = await login(db, { username: user.username, password: `${user.username}-password` });
    if ('refused' in pair) throw new Error('the first login failed');
    const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false });
    const { setCookie } = await sessions.signIn(user.id);
    const cookie = setCookie.split(';')[0];
    expect(await sessions.peek(cookie)).not.toBeNull();
    for (let tries = 0; tries < SETTINGS.loginFailures; tries++) await opens(user.username, 'wrong');
    expect(await opens(user.username, `${user.username}-password`)).toMatchObject({ refused: 'throttled' });

    await set(await linkFor(user.id));
    expect(await authenticate(db, pair.accessToken, NOW, null)).toBeNull();
    const { refreshToken } = pair;
    expect(await refresh(db, { id: Number.parseInt(refreshToken, 10), refreshToken }, NOW, SETTINGS)).toEqual({
      refused: 'invalid',
    });
    expect(await sessions.peek(cookie)).toBeNull();
    expect(await opens(user.username, PASSWORD)).toEqual({ userId: user.id });
  });
});

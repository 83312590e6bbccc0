import { createHash } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actorOf } from './actor.ts';
import { addUser, everything, later, NOW } from './fixture.ts';
import { createSessions } from './lucia-sessions.ts';
import type { Sessions } from './sessions.ts';

let database: TestDatabase;
let sessions: Sessions;
let alice: { id: number };
let bob: { id: number };
let now = NOW;
let sql: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (text) => sql.push(text) });
  sessions = create(true);
  alice = await addUser(database.db, 'alice');
  bob = await addUser(database.db, 'bob');
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = NOW;
  await database.db.authSession.deleteMany();
});

const MINUTE = 60;
const HOUR = 3_600;
const create = (secure: boolean) =>
  createSessions({ db: database.db, idleMinutes: 30, absoluteHours: 12, secure, clock: () => now });
const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? '';
const cookieValue = (setCookie: string) => cookieOf(setCookie).split('=')[1] ?? '';
const signIn = async (userId = alice.id) => cookieOf((await sessions.signIn(userId)).setCookie);
const isIn = async (cookie: string) => (await sessions.validate(cookie)) !== null;
/** Lucia's clock advances while the clock of a test stands still. */
const isAbout = (expected: Date) => (date: Date) => Math.abs(date.getTime() - expected.getTime()) < 1_000;

describe('the cookie', () => {
  it('is inaccessible to scripts and other sites, and bound to the host over https', async () => {
    const { setCookie } = await sessions.signIn(alice.id);
    const [pair, ...attributes] = setCookie.split('; ');
    expect(pair).toMatch(/^__Host-channel_session=[a-z2-7]{40}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  it('has a plain name without https', async () => {
    const plain = create(false);
    const { setCookie } = await plain.signIn(alice.id);
    const [pair, ...attributes] = setCookie.split('; ');
    expect(pair).toMatch(/^channel_session=[a-z2-7]{40}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Lax']);
    expect(await plain.validate(pair)).not.toBe(null);
    expect(await sessions.validate(pair)).toBe(null);
  });

  it('claims a session if it has the form of an id, and is looked up only then', async () => {
    const [ended, other] = [await signIn(), '__Host-channel_session=x; channel_device=y'];
    await sessions.signOut(ended);
    expect([ended, other, undefined].map((header) => sessions.isClaimed(header))).toEqual([true, false, false]);
    sql = [];
    expect([await isIn(other), sql]).toEqual([false, []]);
    expect([await isIn(ended), sql.length]).toEqual([false, 1]);
  });

  it('is found among other cookies, also malformed ones', async () => {
    const cookie = await signIn();
    for (const header of [
      cookie,
      `a=1; ${cookie}`,
      `a=%E0%A4%A;${cookie}; b`,
      `; ;=;${cookie}`,
      `a="x=y"; ${cookie};`,
    ]) {
      expect(await isIn(header)).toBe(true);
    }
  });

  it('is refused in any other form', async () => {
    const cookie = await signIn();
    const value = cookie.split('=')[1] ?? '';
    const name = '__Host-channel_session';
    const stored = createHash('sha256').update(value).digest('hex');
    sql = [];
    for (const header of [
      undefined,
      '',
      value,
      `channel_session=${value}`,
      `x${cookie}`,
      `${name}=`,
      `${name}=${value}x`,
      `${name}=${value.toUpperCase()}`,
      `${name}=${stored}`,
      `${name}=%00`,
      `${name}="${value}"`,
      'x'.repeat(20_000),
    ]) {
      expect(await sessions.validate(header)).toBe(null);
    }
    expect(sql).toEqual([]);
    expect(await isIn(`${name}=${'a'.repeat(40)}`)).toBe(false);
    expect(await isIn(cookie)).toBe(true);
  });
});

describe('a session', () => {
  it('returns the actor in one read', async () => {
    const cookie = await signIn();
    const actor = await actorOf(database.db, alice.id, new Date());
    expect(actor).toMatchObject({ userId: alice.id, name: 'The alice' });
    sql = [];
    const found = await sessions.validate(cookie);
    expect(sql).toHaveLength(1);
    expect(found).toMatchObject({ actor, session: { absoluteExpiresAt: later(12 * HOUR) } });
    expect(found?.session.expiresAt).toSatisfy(isAbout(later(30 * MINUTE)));
  });

  it('ends when it is not used', async () => {
    const cookie = await signIn();
    now = later(30 * MINUTE - 1);
    expect(await isIn(cookie)).toBe(true);
    now = later(60 * MINUTE);
    expect(await isIn(cookie)).toBe(false);
    expect(await database.db.authSession.count()).toBe(0);
  });

  it('is prolonged by use in the second half of its time, with a new cookie', async () => {
    const cookie = await signIn();
    now = later(14 * MINUTE);
    expect(await sessions.validate(cookie)).not.toHaveProperty('setCookie');
    now = later(16 * MINUTE);
    const found = await sessions.validate(cookie);
    expect(cookieOf(found?.setCookie ?? '')).toBe(cookie);
    expect(found?.session.expiresAt).toSatisfy(isAbout(later(46 * MINUTE)));
    now = later(45 * MINUTE);
    expect(await isIn(cookie)).toBe(true);
  });

  it('ends absolutely, however much it is used', async () => {
    const cookie = await signIn();
    for (let minute = 20; minute < 12 * 60; minute += 20) {
      now = later(minute * MINUTE);
      expect(await isIn(cookie)).toBe(true);
    }
    expect((await sessions.validate(cookie))?.session.expiresAt).toEqual(later(12 * HOUR));
    now = later(12 * HOUR);
    expect(await isIn(cookie)).toBe(false);
    expect(await database.db.authSession.count()).toBe(0);
  });

  it('gets a new id at each login, and the session of the login request ends', async () => {
    const before = await signIn();
    const other = await signIn();
    const after = cookieOf((await sessions.signIn(alice.id, before)).setCookie);
    expect(new Set([before, other, after]).size).toBe(3);
    expect(await isIn(before)).toBe(false);
    expect(await isIn(other)).toBe(true);
    expect(await isIn(after)).toBe(true);
  });

  it('never accepts an id that a client has chosen', async () => {
    const planted = `__Host-channel_session=${'a'.repeat(40)}`;
    const { setCookie } = await sessions.signIn(alice.id, planted);
    expect(cookieOf(setCookie)).not.toBe(planted);
    expect(await isIn(planted)).toBe(false);
  });

  it('ends with its user', async () => {
    const carol = await addUser(database.db, 'carol');
    const cookie = await signIn(carol.id);
    await database.db.user.update({ where: { id: carol.id }, data: { disabledAt: NOW } });
    expect(await isIn(cookie)).toBe(false);
    await database.db.user.update({ where: { id: carol.id }, data: { disabledAt: null } });
    expect(await isIn(cookie)).toBe(false);
  });
});

describe('peeking', () => {
  it('returns the actor without prolonging the session, until it ends', async () => {
    const cookie = await signIn();
    expect(await sessions.peek(cookie)).toEqual(await actorOf(database.db, alice.id, new Date()));
    now = later(20 * MINUTE);
    expect(await sessions.peek(cookie)).not.toBe(null);
    now = later(31 * MINUTE);
    expect(await sessions.peek(cookie)).toBe(null);
    expect(await sessions.peek('channel_session=nothing')).toBe(null);
    expect(await sessions.peek(undefined)).toBe(null);
  });

  it('returns null after the absolute end and after signing out', async () => {
    const [one, two] = [await signIn(), await signIn()];
    await sessions.signOut(one);
    expect(await sessions.peek(one)).toBe(null);
    for (let hour = 0; hour < 12; hour += 0.25) {
      now = later(hour * HOUR);
      await sessions.validate(two);
    }
    expect(await sessions.peek(two)).not.toBe(null);
    now = later(12 * HOUR);
    expect(await sessions.peek(two)).toBe(null);
  });
});

describe('signing out', () => {
  it('ends the session and clears the cookie', async () => {
    const [cookie, other] = [await signIn(), await signIn()];
    const { setCookie } = await sessions.signOut(cookie);
    expect(setCookie).toMatch(/^__Host-channel_session=; .*Max-Age=0/);
    expect(await isIn(cookie)).toBe(false);
    expect(await isIn(other)).toBe(true);
  });

  it('is no error without a session', async () => {
    for (const header of [undefined, '', '__Host-channel_session=x', `__Host-channel_session=${'a'.repeat(40)}`]) {
      expect((await sessions.signOut(header)).setCookie).toContain('Max-Age=0');
    }
  });

  it('everywhere ends all sessions of only that user', async () => {
    const own = [await signIn(), await signIn()];
    const foreign = await signIn(bob.id);
    await sessions.signOutEverywhere(alice.id);
    for (const cookie of own) expect(await isIn(cookie)).toBe(false);
    expect(await isIn(foreign)).toBe(true);
  });

  it('does not fail concurrent requests of the same session', async () => {
    const cookie = await signIn();
    now = later(20 * MINUTE);
    const requests = Array.from({ length: 20 }, () => sessions.validate(cookie));
    await Promise.all([...requests, sessions.signOut(cookie)]);
    expect(await isIn(cookie)).toBe(false);
  });
});

describe('the table', () => {
  it('stores the hash of the cookie, never the cookie', async () => {
    const { setCookie } = await sessions.signIn(alice.id);
    const value = cookieValue(setCookie);
    const dump = await everything(database.db);
    expect(dump).toContain(createHash('sha256').update(value).digest('hex'));
    expect(dump).not.toContain(value);
    expect(dump).not.toContain(Buffer.from(value).toString('hex'));
  });

  it('is pruned of sessions that have ended', async () => {
    await signIn();
    now = later(10 * MINUTE);
    const kept = await signIn(bob.id);
    now = later(30 * MINUTE);
    await sessions.prune();
    expect(await database.db.authSession.count()).toBe(1);
    expect(await isIn(kept)).toBe(true);
  });
});

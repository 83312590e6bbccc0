import type { PrismaClient } from '@channel/prisma';
import { type Adapter, Cookie, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { ACTOR, type Actor } from './actor.ts';
import { readCookie } from './cookies.ts';
import { PLACE_DAYS } from './known-places.ts';
import { sha256 } from './secrets.ts';
import type { Session, SessionOptions, Sessions } from './sessions.ts';

/*
 * The only module that imports Lucia (docs/decisions/0002-lucia-behind-a-port.md). Lucia creates ids and cookies and
 * decides when a session ends and when it is prolonged. Added here: only hashes are stored, sessions have an absolute
 * end, and malformed cookies of other origins, on which Lucia's parser throws, are not an error.
 */

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ absoluteExpiresAt: Date }, { actor: Actor }>;
    UserId: number;
    DatabaseSessionAttributes: { absoluteExpiresAt: Date };
    DatabaseUserAttributes: { actor: Actor };
  }
}

const COOKIE = 'channel_session';
/** Identifies a browser with an earlier login. It does not authenticate. */
const DEVICE_COOKIE = 'channel_device';
/** Format of ids of Lucia: 200 random bits. */
const ID = /^[a-z2-7]{40}$/;
/** Format of secrets of `newSecret`. */
const DEVICE = /^[\w-]{43}$/;

/** The sessions of the console. One object per process, without state in memory. */
export function createSessions(options: SessionOptions): Sessions {
  const { db, secure, clock = () => new Date() } = options;
  const [name = COOKIE, deviceName = DEVICE_COOKIE] = [COOKIE, DEVICE_COOKIE].map((each) =>
    secure ? `__Host-${each}` : each,
  );
  const stored = new HashedSessions(db, clock);
  const lucia = new Lucia(stored, {
    sessionExpiresIn: new TimeSpan(options.idleMinutes, 'm'),
    sessionCookie: { name, attributes: { secure, sameSite: 'lax', path: '/' } },
    getSessionAttributes: ({ absoluteExpiresAt }) => ({ absoluteExpiresAt }),
    getUserAttributes: ({ actor }) => ({ actor }),
  });
  const setCookie = (id: string) => lucia.createSessionCookie(id).serialize();
  const end = async (id: string | null) => {
    if (id !== null) await lucia.invalidateSession(id);
  };

  return {
    async signIn(userId, cookieHeader) {
      await end(readCookie(cookieHeader, name, ID));
      const absoluteExpiresAt = new Date(clock().getTime() + options.absoluteHours * 3_600_000);
      const session = await lucia.createSession(userId, { absoluteExpiresAt });
      return { session: shown(session, clock), setCookie: setCookie(session.id) };
    },
    async validate(cookieHeader) {
      const id = readCookie(cookieHeader, name, ID);
      if (id === null) return null;
      const { session, user } = await lucia.validateSession(id);
      if (!session) return null;
      if (session.absoluteExpiresAt <= clock()) {
        await end(id);
        return null;
      }
      const found = { actor: user.actor, session: shown(session, clock) };
      return session.fresh ? { ...found, setCookie: setCookie(id) } : found;
    },
    async peek(cookieHeader) {
      const id = readCookie(cookieHeader, name, ID);
      const [session, user] = id === null ? [null, null] : await stored.getSessionAndUser(id);
      if (!session || !user) return null;
      // `expiresAt` is a time of the system clock, as Lucia requires.
      const hasEnded = session.expiresAt <= new Date() || session.attributes.absoluteExpiresAt <= clock();
      return hasEnded ? null : user.attributes.actor;
    },
    isClaimed: (cookieHeader) => readCookie(cookieHeader, name, ID) !== null,
    async signOut(cookieHeader) {
      await end(readCookie(cookieHeader, name, ID));
      return { setCookie: lucia.createBlankSessionCookie().serialize() };
    },
    signOutEverywhere: (userId) => lucia.invalidateUserSessions(userId),
    device: (cookieHeader) => readCookie(cookieHeader, deviceName, DEVICE),
    deviceCookie: (device) =>
      new Cookie(deviceName, device, {
        httpOnly: true,
        maxAge: PLACE_DAYS * 86_400,
        path: '/',
        sameSite: 'lax',
        secure,
      }).serialize(),
    prune: () => lucia.deleteExpiredSessions(),
  };
}

function shown(session: Session, clock: () => Date): Session {
  const { absoluteExpiresAt } = session;
  const idleEnd = session.expiresAt.getTime() - aheadOf(clock);
  return { expiresAt: new Date(Math.min(idleEnd, absoluteExpiresAt.getTime())), absoluteExpiresAt };
}

/**
 * Lucia uses the system clock and does not accept another one, so its times are shifted between that clock and the
 * clock of the options. The shift is zero where both are the same.
 */
function aheadOf(clock: () => Date): number {
  return Date.now() - clock().getTime();
}

function shift(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}

/** The id of a row is the hash of the cookie's value; Lucia sees the value. */
class HashedSessions implements Adapter {
  readonly #db: PrismaClient;
  readonly #clock: () => Date;

  constructor(db: PrismaClient, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Without a user (here: for a disabled one) Lucia deletes the session. */
  async getSessionAndUser(id: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const [row] = await this.#db.$queryRaw<SessionRow[]>`
      select s.user_id as "userId", s.expires_at as "expiresAt", s.absolute_expires_at as "absoluteExpiresAt",
        case when u.disabled_at is null then ${ACTOR} end as actor
      from auth_session s join "user" u on u.id = s.user_id
      where s.id = ${hashed(id)}`;
    if (!row) return [null, null];
    const { userId, actor, absoluteExpiresAt } = row;
    const expiresAt = shift(row.expiresAt, aheadOf(this.#clock));
    const session = { id, userId, expiresAt, attributes: { absoluteExpiresAt } };
    return [session, actor && { id: userId, attributes: { actor } }];
  }

  async getUserSessions(): Promise<DatabaseSession[]> {
    throw new Error('Sessions cannot be listed: only their hashes are stored');
  }

  async setSession({ id, userId, expiresAt, attributes }: DatabaseSession): Promise<void> {
    const ends = { expiresAt: shift(expiresAt, -aheadOf(this.#clock)), ...attributes };
    await this.#db.authSession.create({ data: { id: hashed(id), userId, createdAt: this.#clock(), ...ends } });
  }

  // updateMany and deleteMany, here and below: of two concurrent requests the second must not fail because the row is
  // gone.
  async updateSessionExpiration(id: string, expiresAt: Date): Promise<void> {
    const data = { expiresAt: shift(expiresAt, -aheadOf(this.#clock)) };
    await this.#db.authSession.updateMany({ where: { id: hashed(id) }, data });
  }

  async deleteSession(id: string): Promise<void> {
    await this.#db.authSession.deleteMany({ where: { id: hashed(id) } });
  }

  async deleteUserSessions(userId: number): Promise<void> {
    await this.#db.authSession.deleteMany({ where: { userId } });
  }

  async deleteExpiredSessions(): Promise<void> {
    const now = this.#clock();
    const ended = [{ expiresAt: { lte: now } }, { absoluteExpiresAt: { lte: now } }];
    await this.#db.authSession.deleteMany({ where: { OR: ended } });
  }
}

type SessionRow = { userId: number; expiresAt: Date; absoluteExpiresAt: Date; actor: Actor | null };

function hashed(id: string): string {
  return Buffer.from(sha256(id)).toString('hex');
}

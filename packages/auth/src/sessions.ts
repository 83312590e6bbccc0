import type { PrismaClient } from '@channel/prisma';
import type { Actor } from './actor.ts';

/** Options of the sessions of the console. */
export type SessionOptions = {
  db: PrismaClient;
  /** A session ends when it is unused for this long. Use is recorded only in the second half of that time. */
  idleMinutes: number;
  /** A session ends this long after the login, regardless of use. */
  absoluteHours: number;
  /** True where the console is served over https: the cookie is `Secure` and its name begins with `__Host-`. */
  secure: boolean;
  /** The clock; by default the system clock. */
  clock?: () => Date;
};

/** A console session in the view of callers. */
export type Session = {
  /** When the session ends unless it is used before. */
  expiresAt: Date;
  /** When it ends in any case. */
  absoluteExpiresAt: Date;
};

/** Sessions of the console, held by a cookie. Every `setCookie` is the value of one `Set-Cookie` header. */
export type Sessions = {
  /**
   * Starts a session for a user whose identity is established (see `checkLogin`). The session of the request, if any,
   * ends, so that an id from before a login is not valid after it.
   */
  signIn(userId: number, cookieHeader?: string): Promise<{ session: Session; setCookie: string }>;
  /**
   * The actor and session of a `Cookie` header; null without a valid session. If `setCookie` is returned, pass it on:
   * the session was prolonged.
   */
  validate(cookieHeader: string | undefined): Promise<{ actor: Actor; session: Session; setCookie?: string } | null>;
  /** The actor of a `Cookie` header; null without a valid session. Does not count as use and prolongs nothing. */
  peek(cookieHeader: string | undefined): Promise<Actor | null>;
  /** Whether a `Cookie` header has the id of a session, valid or not. */
  isClaimed(cookieHeader: string | undefined): boolean;
  /** Ends the session of a `Cookie` header, if it has one, and clears the cookie. */
  signOut(cookieHeader: string | undefined): Promise<{ setCookie: string }>;
  /** Ends all sessions of a user immediately. */
  signOutEverywhere(userId: number): Promise<void>;
  /**
   * The browser's secret in a `Cookie` header, see `Caller`; null without one. It outlives sessions and does not
   * authenticate.
   */
  device(cookieHeader: string | undefined): string | null;
  /** The `Set-Cookie` header of a browser's secret. */
  deviceCookie(device: string): string;
  /** Removes sessions that have ended. */
  prune(): Promise<void>;
};

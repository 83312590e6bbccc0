import type { PrismaClient } from '@channel/prisma';
import type { Actor } from './actor.ts';

/** How the sessions of the console behave. */
export type SessionOptions = {
  db: PrismaClient;
  /** A session ends when it was not used for this long. Use is noted only in the second half of that time. */
  idleMinutes: number;
  /** A session ends this long after the login, whatever its use. */
  absoluteHours: number;
  /** True where the console is served over https: the cookie is `Secure` and its name begins with `__Host-`. */
  secure: boolean;
  /** Tells the time; the machine's unless given. */
  clock?: () => Date;
};

/** A console session, as callers see it. */
export type Session = {
  /** When the session ends unless it is used before. */
  expiresAt: Date;
  /** When it ends in any case. */
  absoluteExpiresAt: Date;
};

/** Sessions of the console, held by a cookie. Every `setCookie` is the value of one `Set-Cookie` header. */
export type Sessions = {
  /**
   * Starts a session for a user whose identity is established (see `checkLogin`). The session that the request came
   * with, if any, ends: an id from before a login is worth nothing after it.
   */
  signIn(userId: number, cookieHeader?: string): Promise<{ session: Session; setCookie: string }>;
  /** Who a `Cookie` header stands for; null for nobody. Pass `setCookie` on where it is given: the session was prolonged. */
  validate(cookieHeader: string | undefined): Promise<{ actor: Actor; session: Session; setCookie?: string } | null>;
  /** Who a `Cookie` header stands for; null for nobody. Looking does not count as use: it prolongs nothing. */
  peek(cookieHeader: string | undefined): Promise<Actor | null>;
  /** Ends the session of a `Cookie` header, if it has one, and clears the cookie. */
  signOut(cookieHeader: string | undefined): Promise<{ setCookie: string }>;
  /** Ends all sessions of a user at once. */
  signOutEverywhere(userId: number): Promise<void>;
  /** The browser's secret in a `Cookie` header, see `Caller`; null without one. It outlives sessions and opens nothing. */
  device(cookieHeader: string | undefined): string | null;
  /** The `Set-Cookie` of a browser's secret. */
  deviceCookie(device: string): string;
  /** Removes sessions that have ended. */
  prune(): Promise<void>;
};

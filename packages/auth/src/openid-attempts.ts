import { readCookie } from './cookies.ts';
import { derivedSecret, isSame, newSecret } from './secrets.ts';

/*
 * A sign-in by OpenID Connect that a browser has begun. Its cookie holds a random secret; the state, the nonce and the
 * code verifier are derived from the whole text of the cookie, so that nothing of it can be exchanged, and nothing is
 * stored on the server.
 */

/** A sign-in that a browser has begun at the provider. */
export type OpenIdAttempt = {
  /** Sent to the provider, and back to the callback: binds the answer to the browser. */
  state: string;
  /** Sent to the provider, which puts it into the ID token: binds the token to this sign-in. */
  nonce: string;
  /** The secret of PKCE (RFC 7636); only its hash is sent to the provider before the code is exchanged. */
  verifier: string;
  /** Where the person wanted to go. Unchecked: only the page of the console that continues there checks it. */
  next: string;
};

/** Seconds for the person at the provider's page. */
const ATTEMPT_SECONDS = 600;
/** Maximum bytes of a path; a longer one is left out. Cookies hold 4,096 bytes. */
const MAX_NEXT = 2_000;

const COOKIE = 'channel_openid';
const FORM = /^[\w-]{43}\.\d{1,12}\.[\w-]*$/;

const nameOf = (isSecure: boolean) => (isSecure ? `__Host-${COOKIE}` : COOKIE);

const setCookie = (text: string, seconds: number, isSecure: boolean) =>
  `${nameOf(isSecure)}=${text}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** Begins a sign-in. @returns it with the `Set-Cookie` header that binds it to the browser; an earlier one ends */
export function beginOpenIdAttempt(
  next: string,
  now: Date,
  isSecure: boolean,
): { attempt: OpenIdAttempt; setCookie: string } {
  const seconds = Math.floor(now.getTime() / 1_000);
  const path = Buffer.byteLength(next) > MAX_NEXT ? '' : next;
  const text = `${newSecret().text}.${seconds}.${Buffer.from(path).toString('base64url')}`;
  return { attempt: attemptOf(text, path), setCookie: setCookie(text, ATTEMPT_SECONDS, isSecure) };
}

/** The sign-in of a `Cookie` header; null without one that began in the last ten minutes. */
export function readOpenIdAttempt(
  cookieHeader: string | undefined,
  now: Date,
  isSecure: boolean,
): OpenIdAttempt | null {
  const text = readCookie(cookieHeader, nameOf(isSecure), FORM);
  const [, seconds = '', path = ''] = text?.split('.') ?? [];
  const age = now.getTime() / 1_000 - Number(seconds);
  // In both directions, because another process with another clock may have begun it.
  if (text === null || Math.abs(age) >= ATTEMPT_SECONDS) return null;
  return attemptOf(text, Buffer.from(path, 'base64url').toString());
}

/** Whether the state of a callback is that of a sign-in. */
export const isStateOf = ({ state }: OpenIdAttempt, given: string): boolean =>
  isSame(Buffer.from(given), Buffer.from(state));

/** The `Set-Cookie` header that ends a sign-in, so that its callback works once. */
export const endedOpenIdAttempt = (isSecure: boolean): string => setCookie('', 0, isSecure);

function attemptOf(text: string, next: string): OpenIdAttempt {
  const derived = (purpose: string) => derivedSecret(text, new Uint8Array(), `${purpose} of a sign-in`).text;
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('code verifier'), next };
}

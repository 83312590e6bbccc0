import { type Actor, authenticate, bearerToken } from '@channel/auth';
import type { Door } from '@channel/graph';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';

/** Who sends a request to `/graphql`, and by what it is known. */
export type Caller = {
  actor: Actor | null;
  door: Door;
  by: 'bearer' | 'cookie';
  /** `Set-Cookie` headers of the answer. */
  cookies: string[];
};

/** A bearer wins over a cookie, so that a tool inside a browser is who it says. */
export async function callerOf({ db, sessions, clock }: Services, { headers }: FastifyRequest): Promise<Caller> {
  if (headers.authorization !== undefined) {
    const actor = await authenticate(db, bearerToken(headers.authorization), clock());
    return { actor, door: 'graphql', by: 'bearer', cookies: [] };
  }
  // A screen that reads anew by itself is no use of the session, which else would never end before an empty chair.
  if (headers['x-unattended'] !== undefined) {
    return { actor: await sessions.peek(headers.cookie), door: 'console', by: 'cookie', cookies: [] };
  }
  const found = await sessions.validate(headers.cookie);
  const cookies = found?.setCookie ? [found.setCookie] : [];
  return { actor: found?.actor ?? null, door: 'console', by: 'cookie', cookies };
}

/** The actor of a caller as it is by now, without counting as use of a session. */
export function actorByNow({ db, sessions, clock }: Services, { headers }: FastifyRequest): Promise<Actor | null> {
  return headers.authorization === undefined
    ? sessions.peek(headers.cookie)
    : authenticate(db, bearerToken(headers.authorization), clock());
}

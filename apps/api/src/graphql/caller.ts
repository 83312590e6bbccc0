import { type Actor, authenticate, bearerToken } from '@channel/auth';
import type { Channel } from '@channel/graph';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';

/** The caller of a request to `/graphql`, and how it is authenticated. */
export type Caller = {
  actor: Actor | null;
  channel: Channel;
  by: 'bearer' | 'cookie';
  /** `Set-Cookie` headers of the answer. */
  cookies: string[];
};

/** A bearer token takes precedence over a cookie, so that a tool inside a browser acts as its own user. */
export async function callerOf({ db, sessions, clock }: Services, { headers }: FastifyRequest): Promise<Caller> {
  if (headers.authorization !== undefined) {
    const actor = await authenticate(db, bearerToken(headers.authorization), clock());
    return { actor, channel: 'graphql', by: 'bearer', cookies: [] };
  }
  // Automatic refreshes do not count as use of the session; otherwise it would never expire at an abandoned screen.
  if (headers['x-unattended'] !== undefined) {
    return { actor: await sessions.peek(headers.cookie), channel: 'console', by: 'cookie', cookies: [] };
  }
  const found = await sessions.validate(headers.cookie);
  const cookies = found?.setCookie ? [found.setCookie] : [];
  return { actor: found?.actor ?? null, channel: 'console', by: 'cookie', cookies };
}

/** The current actor of a caller, without counting as use of a session. */
export function actorByNow({ db, sessions, clock }: Services, { headers }: FastifyRequest): Promise<Actor | null> {
  return headers.authorization === undefined
    ? sessions.peek(headers.cookie)
    : authenticate(db, bearerToken(headers.authorization), clock());
}

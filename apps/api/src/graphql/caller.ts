import {
  type Actor,
  authenticate,
  bearerToken,
  type CrewMember,
  crewMemberOf,
  isCrewSessionClaimed,
} from '@channel/auth';
import type { Channel } from '@channel/graph';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../admission/principal.ts';
import type { Services } from '../context.ts';
import { addressOf } from './visitor.ts';

/** The caller of a request to `/graphql`, and how it is authenticated. */
export type Caller = {
  actor: Actor | null;
  /** The holder of a session of the page of the crew, at its own entry point. */
  crew: CrewMember | null;
  channel: Channel;
  by: 'bearer' | 'cookie' | 'crew';
  /** `Set-Cookie` headers of the answer. */
  cookies: string[];
};

/** The path at which the page of the crew sends its operations: the only one to which browsers send its cookie. */
export const CREW_PATH = '/crew/graphql';

const isCrew = ({ routeOptions }: FastifyRequest) => routeOptions.url === CREW_PATH;

/** The one who acts: a user, or the holder of a session of the page of the crew. */
export const principalOf = ({ actor, crew }: Pick<Caller, 'actor' | 'crew'>): Principal | null => actor ?? crew;

/** Whether a request claims no identity, so that nothing of it is looked up. */
export function isAnonymous({ sessions, settings }: Services, request: FastifyRequest): boolean {
  const { authorization, cookie } = request.headers;
  if (isCrew(request)) return !isCrewSessionClaimed(cookie, isSecure(settings));
  return authorization === undefined && !sessions.isClaimed(cookie);
}

/** A bearer token takes precedence over a cookie, so that a tool inside a browser acts as its own user. */
export async function callerOf(services: Services, request: FastifyRequest): Promise<Caller> {
  const { db, sessions, clock } = services;
  const { headers } = request;
  if (isCrew(request))
    return { actor: null, crew: await crewBy(services, request), channel: 'console', by: 'crew', cookies: [] };
  if (headers.authorization !== undefined) {
    const actor = await authenticate(db, bearerToken(headers.authorization), clock(), addressOf(request));
    return { actor, crew: null, channel: 'graphql', by: 'bearer', cookies: [] };
  }
  // Automatic refreshes do not count as use of the session; otherwise it would never expire at an abandoned screen.
  if (headers['x-unattended'] !== undefined) {
    const actor = await sessions.peek(headers.cookie);
    return { actor, crew: null, channel: 'console', by: 'cookie', cookies: [] };
  }
  const found = await sessions.validate(headers.cookie);
  const cookies = found?.setCookie ? [found.setCookie] : [];
  return { actor: found?.actor ?? null, crew: null, channel: 'console', by: 'cookie', cookies };
}

const isSecure = ({ consoleUrl }: Services['settings']) => consoleUrl.startsWith('https:');

const crewBy = ({ db, settings, clock }: Services, { headers }: FastifyRequest) =>
  crewMemberOf(db, headers.cookie, clock(), isSecure(settings));

/** The one who acts now, without counting as use of a session. */
export function principalByNow(services: Services, request: FastifyRequest): Promise<Principal | null> {
  const { db, sessions, clock } = services;
  const { headers } = request;
  if (isCrew(request)) return crewBy(services, request);
  return headers.authorization === undefined
    ? sessions.peek(headers.cookie)
    : authenticate(db, bearerToken(headers.authorization), clock(), addressOf(request));
}

import type { Actor, CrewMember } from '@channel/auth';

/** The one who acts: a person, a service account, or the holder of a session of the page of the crew. */
export type Principal = Actor | CrewMember;

const KINDS = ['user', 'service', 'crew'] as const;

const isCrew = (principal: Principal): principal is CrewMember => 'sessionId' in principal;

/** Which kind of session or token it has. */
export function principalKind(principal: Principal): (typeof KINDS)[number] {
  if (isCrew(principal)) return 'crew';
  return principal.service ? 'service' : 'user';
}

/** What the limits of a caller count by: a person's phone and the same person's console have limits of their own. */
export const principalKey = (principal: Principal): string => `${principalKind(principal)} ${principal.userId}`;

/** The keys of all limits of a user. */
export const keysOf = (userId: number): string[] => KINDS.map((kind) => `${kind} ${userId}`);

/** The organizations that it acts for. */
export const organizationsOf = (principal: Principal): number[] =>
  isCrew(principal)
    ? [principal.organizationId]
    : [...new Set(principal.roles.map(({ organizationId }) => organizationId))];

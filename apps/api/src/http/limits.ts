import type { Actor } from '@channel/auth';
import type { Settings } from '@channel/settings';
import { HttpError } from 'graphql-rest-router';

const MINUTE = 60_000;

/**
 * Counts the requests of each user in each minute and refuses those above the limit; 0 means no limit. Each process
 * counts separately.
 */
export function requestLimit(perMinute: number): (userId: number, now: Date) => void {
  if (perMinute === 0) return () => {};
  let minute = -1;
  const counts = new Map<number, number>();
  return (userId, now) => {
    const present = Math.floor(now.getTime() / MINUTE);
    if (present !== minute) {
      minute = present;
      counts.clear();
    }
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    if (count <= perMinute) return;
    const seconds = Math.ceil(((present + 1) * MINUTE - now.getTime()) / 1_000);
    throw new HttpError(429, 'Too many requests. Please try again later.', { 'retry-after': String(seconds) });
  };
}

/** Requires the permissions that the operator's settings name for endpoints, for example `PUT v1/orders/{order}`. */
export function permissionCheck({
  endpointPermissions,
}: Settings): (actor: Actor, method: string, path: string) => void {
  const demanded = new Map(
    Object.entries(endpointPermissions).map(([endpoint, permission]) => {
      const [method, path = ''] = endpoint.split(' ');
      return [`${method} /${path.replace(/\{(\w+)\}/g, ':$1')}`, permission];
    }),
  );
  return (actor, method, path) => {
    const permission = demanded.get(`${['HEAD', 'QUERY'].includes(method) ? 'GET' : method} ${path}`);
    if (permission === undefined || actor.roles.some((role) => role.permissions.includes(permission))) return;
    throw new HttpError(403, 'You are not allowed to do this.');
  };
}

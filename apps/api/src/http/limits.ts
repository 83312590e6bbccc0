import type { Actor } from '@channel/auth';
import type { Settings } from '@channel/settings';
import { HttpError } from 'graphql-rest-router';

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

import type { Actor } from '@channel/auth';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { actorOf } from '../shared/principals.ts';

/** A role through which the actor sells. */
export type PosRole = Actor['roles'][number];

/**
 * The role that a point-of-sale request names: by the id of a role that the actor holds, or by its name if it is
 * unambiguous.
 *
 * @throws not found for any other text, whether a role of that name exists or not
 */
export function posRole(context: Context, reference: string): PosRole {
  const { roles } = actorOf(context);
  const byId = roles.find((role) => String(role.id) === reference);
  if (byId) return byId;
  const named = roles.filter((role) => role.name === reference);
  const [only] = named;
  if (!only || named.length > 1) throw notFound('Role');
  return only;
}

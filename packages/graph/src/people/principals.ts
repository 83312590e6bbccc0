import type { Actor } from '@channel/auth';
import type { Settings } from '@channel/settings';
import type { Context } from '../context.ts';
import { forbidden, unauthenticated } from '../errors.ts';

/** The rights that the core asks for; which permission name stands for each is the operator's setting. */
export type Right = keyof Settings['permissions'];

export const organizationIdsOf = (actor: Actor | null): number[] => [
  ...new Set(actor?.roles.map((role) => role.organizationId) ?? []),
];

/** Whether the actor holds a right, in one organization or in any. */
export function holds(context: Context, right: Right, organizationId?: number): boolean {
  const name = context.settings.permissions[right];
  return Boolean(
    context.actor?.roles.some(
      (role) =>
        role.permissions.includes(name) && (organizationId === undefined || role.organizationId === organizationId),
    ),
  );
}

/** The organizations in which the actor is staff: with access to the console, or administering it. */
export const staffOrganizationIds = (context: Context): number[] =>
  organizationIdsOf(context.actor).filter((id) => holds(context, 'console', id) || holds(context, 'administer', id));

/** The organizations that the actor administers, that of the oldest role first. */
export const adminOrganizationIds = (context: Context): number[] =>
  organizationIdsOf(context.actor).filter((id) => holds(context, 'administer', id));

/** The actor of a request that may only come from somebody. @throws when nobody has signed in */
export function actorOf(context: Context): Actor {
  if (!context.actor) throw unauthenticated();
  return context.actor;
}

/** @throws a refusal unless the actor holds the right */
export function demand(context: Context, right: Right, organizationId?: number): void {
  if (!holds(context, right, organizationId)) throw forbidden('You are not allowed to do this.');
}

/** The organizations all of whose orders the actor may see. */
export const seenWhole = (context: Context): number[] =>
  organizationIdsOf(context.actor).filter((id) => holds(context, 'allOrders', id));

/** The names under which the actor alone stands in `orders.viewers`: the user, the roles, the clients. */
export const ownPrincipalsOf = ({ actor }: Context): string[] =>
  actor
    ? [`u${actor.userId}`, ...actor.roles.map((role) => `r${role.id}`), ...actor.clientIds.map((id) => `c${id}`)]
    : [];

/** The same with the organizations that the actor sees whole. */
export const principalsOf = (context: Context): string[] => [
  ...ownPrincipalsOf(context),
  ...seenWhole(context).map((id) => `o${id}`),
];

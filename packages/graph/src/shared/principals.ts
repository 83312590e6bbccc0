import type { Actor } from '@channel/auth';
import type { Settings } from '@channel/settings';
import type { Context } from '../context.ts';
import { forbidden, unauthenticated } from '../errors.ts';

/** The rights that the core checks; a setting maps each of them to a permission name. */
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

/**
 * The organizations in which the actor is staff: with access to the console, or administering it. A service account is
 * staff of its organization; its scopes limit it.
 */
export const staffOrganizationIds = (context: Context): number[] =>
  organizationIdsOf(context.actor).filter(
    (id) => context.actor?.service || holds(context, 'console', id) || holds(context, 'administer', id),
  );

/** The organizations that the actor administers, ordered by the oldest role. */
export const adminOrganizationIds = (context: Context): number[] =>
  organizationIdsOf(context.actor).filter((id) => holds(context, 'administer', id));

/** The actor of a request that requires authentication. @throws unauthenticated without an actor */
export function actorOf(context: Context): Actor {
  if (!context.actor) throw unauthenticated();
  return context.actor;
}

/** @throws forbidden unless the actor holds the right */
export function demand(context: Context, right: Right, organizationId?: number): void {
  if (!holds(context, right, organizationId)) throw forbidden('You are not allowed to do this.');
}

/** The organizations whose orders the actor may see all of. */
export const fullyVisibleOrganizations = (context: Context): number[] =>
  organizationIdsOf(context.actor).filter((id) => holds(context, 'allOrders', id));

/** The actor's own principals in `orders.viewers`: user, roles and clients. */
export const ownPrincipalsOf = ({ actor }: Context): string[] =>
  actor
    ? [`u${actor.userId}`, ...actor.roles.map((role) => `r${role.id}`), ...actor.clientIds.map((id) => `c${id}`)]
    : [];

/** The actor's own principals and the organizations whose orders the actor sees all of. */
export const principalsOf = (context: Context): string[] => [
  ...ownPrincipalsOf(context),
  ...fullyVisibleOrganizations(context).map((id) => `o${id}`),
];

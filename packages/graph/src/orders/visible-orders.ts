import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { fullyVisibleOrganizations, ownPrincipalsOf } from '../shared/principals.ts';

/**
 * The orders that the actor may see: all of an organization for its staff; else those sold through one of the actor's
 * roles, issued by the actor, where the actor is contact person, tour guide or driver, or that belong to a client of
 * the actor. The database stores the viewers with each order.
 */
export function visibleOrders(context: Context): Prisma.OrderWhereInput {
  const named: Prisma.OrderWhereInput = { viewers: { hasSome: ownPrincipalsOf(context) } };
  const [only, ...others] = fullyVisibleOrganizations(context);
  if (only === undefined) return named;
  // The viewers include the organization, but comparing a number takes a fifth of the time, and comparing one number
  // takes less than comparing with a list. That matters for the rows that staff skip in paging.
  return { OR: [{ organizationId: others.length === 0 ? only : { in: [only, ...others] } }, named] };
}

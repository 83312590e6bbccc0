import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { actorOf, staffOrganizationIds } from '../shared/principals.ts';

/**
 * The saved views that the actor may see as staff: the actor's own, and those that other users of the organization
 * share.
 */
export const visibleViews = (context: Context): Prisma.SavedViewWhereInput => ({
  organizationId: { in: staffOrganizationIds(context) },
  OR: [{ ownerId: actorOf(context).userId }, { isShared: true }],
});

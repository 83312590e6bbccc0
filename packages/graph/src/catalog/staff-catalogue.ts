import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { staffOrganizationIds } from '../shared/principals.ts';

/** The products of some organizations: their own, and those of others that their roles sell. */
export const productsOf = (organizationIds: number[]): Prisma.ProductWhereInput => ({
  OR: [
    { organizationId: { in: organizationIds } },
    { roles: { some: { role: { organizationId: { in: organizationIds } } } } },
  ],
});

/** The products that the actor sees as staff, whatever the actor's own roles may sell. */
export const staffCatalogue = (context: Context): Prisma.ProductWhereInput => productsOf(staffOrganizationIds(context));

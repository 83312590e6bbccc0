import type { Actor } from '@channel/auth';
import type { Prisma } from '@channel/prisma';

/** The products that the actor sees: those that any of the actor's roles may sell. */
export const visibleProducts = (actor: Actor): Prisma.ProductWhereInput =>
  sellableBy(actor.roles.map((role) => role.id));

/** The products that any of these roles may sell. */
export const sellableBy = (roleIds: number[]): Prisma.ProductWhereInput => ({
  roles: { some: { roleId: { in: roleIds } } },
});

/** Products that are offered: those that are not withdrawn. */
export const published: Prisma.ProductWhereInput = { OR: [{ isPublished: true }, { isPublished: null }] };

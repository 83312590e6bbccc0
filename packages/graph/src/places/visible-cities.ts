import type { Actor } from '@channel/auth';
import type { Prisma } from '@channel/prisma';

/** The cities that the actor sees: those of any of the actor's roles. */
export const visibleCities = (actor: Actor): Prisma.CityWhereInput => ({
  roles: { some: { roleId: { in: actor.roles.map((role) => role.id) } } },
});

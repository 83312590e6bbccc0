import type { Prisma, Tx } from '@channel/prisma';

const soldLevel = {
  priceCategories: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  rates: { include: { prices: { include: { rateCategory: true }, orderBy: [{ position: 'asc' }, { id: 'asc' }] } } },
  schedules: { orderBy: { id: 'asc' } },
  product: {
    include: { city: { select: { id: true, timeZone: true } }, organization: { select: { durationUnit: true } } },
  },
} as const satisfies Prisma.ServiceLevelInclude;

/** A service level with all data that its orders depend on. */
export type SoldLevel = Prisma.ServiceLevelGetPayload<{ include: typeof soldLevel }>;
export type SoldRole = { id: number; organizationId: number; clientId: number | null; organization: SoldOrganization };
type SoldOrganization = { currencyCode: string; vatPercentage: Prisma.Decimal; vatType: string };

/** The roles and service levels of the file's orders, from the database. */
export type SoldCatalog = {
  roles: Map<number, SoldRole>;
  levels: Map<number, SoldLevel>;
  timeZones: Map<number, string>;
};

export async function loadSoldCatalog(
  tx: Tx,
  ids: { roles: number[]; levels: number[]; cities: number[] },
): Promise<SoldCatalog> {
  const roles = await tx.role.findMany({ where: { id: { in: ids.roles } }, include: { organization: true } });
  const levels = await tx.serviceLevel.findMany({ where: { id: { in: ids.levels } }, include: soldLevel });
  const cities = await tx.city.findMany({ where: { id: { in: ids.cities } }, select: { id: true, timeZone: true } });
  return {
    roles: new Map(roles.map((role) => [role.id, role])),
    levels: new Map(levels.map((level) => [level.id, level])),
    timeZones: new Map(cities.map(({ id, timeZone }) => [id, timeZone])),
  };
}

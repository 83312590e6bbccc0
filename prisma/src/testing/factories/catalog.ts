import type { Prisma } from '../../generated/client/client.ts';
import { clock, DEPARTURE_DAY, day } from './moments.ts';
import type { Parents } from './parents.ts';
import type { PeopleFactories } from './people.ts';
import type { PlaceFactories } from './places.ts';

type ProductColumns = Partial<
  Omit<Prisma.ProductUncheckedCreateInput, 'roles' | 'categories' | 'images' | 'videos' | 'points' | 'currencies'>
>;
type ProductParents = { soldBy?: number[]; categories?: number[]; points?: number[]; currencies?: string[] };
type LevelColumns = Partial<Omit<Prisma.ServiceLevelUncheckedCreateInput, 'priceCategories'>>;
type CategoryColumns = Partial<Omit<Prisma.PriceCategoryUncheckedCreateInput, 'serviceLevelId'>>;
type RateColumns = Partial<Omit<Prisma.RateUncheckedCreateInput, 'prices' | 'categories' | 'penalties'>>;

/** A price in one currency; per item without a price category, otherwise per person of it. */
export type Price = {
  currencyCode?: string;
  priceCategoryId?: number | null;
  original: number | string;
  agent: number | string;
  sold: number | string;
};

/** Media, suppliers, categories and products with their service levels. */
export function catalogFactories(
  { db, next, shared }: Parents,
  { currency, home }: PeopleFactories,
  { amsterdam, point }: PlaceFactories,
) {
  const media = (columns: Partial<Prisma.MediaUncheckedCreateInput> = {}) => {
    const number = next();
    return db.media.create({
      data: {
        filename: `picture-${number}.jpg`,
        storageKey: String(number).padStart(64, '0'),
        contentType: 'image/jpeg',
        byteSize: 1_000,
        ...columns,
      },
    });
  };
  const picture = () => shared('media', () => media());

  async function supplier({
    permissions = [],
    ...columns
  }: Partial<Omit<Prisma.SupplierUncheckedCreateInput, 'permissions'>> & { permissions?: string[] } = {}) {
    const organizationId = columns.organizationId ?? (await home()).id;
    return db.supplier.create({
      data: {
        name: `Supplier ${next()}`,
        ...columns,
        organizationId,
        permissions: { create: permissions.map((permissionName) => ({ permissionName })) },
      },
    });
  }

  const category = (columns: Partial<Prisma.CategoryUncheckedCreateInput> = {}) =>
    db.category.create({ data: { title: `Category ${next()}`, ...columns } });

  /** A published product in Amsterdam, with a location there unless `locationId` is null. */
  async function product({
    soldBy = [],
    categories = [],
    points = [],
    currencies = ['EUR'],
    ...columns
  }: ProductColumns & ProductParents = {}) {
    const number = next();
    const cityId = columns.cityId ?? (await amsterdam()).id;
    const organizationId = columns.organizationId ?? (await home()).id;
    const supplierId = columns.supplierId === undefined ? (await supplier({ organizationId })).id : columns.supplierId;
    const locationId = columns.locationId === undefined ? (await point({ cityId })).id : columns.locationId;
    const { id: pictureId } = await picture();
    for (const code of currencies) await currency(code);
    return db.product.create({
      data: {
        title: `Product ${number}`,
        shortDescription: `Short ${number}`,
        description: `Long ${number}`,
        highlights: ['First', 'Second'],
        knowBeforeYouGo: 'Know',
        whatToBring: 'Bring',
        isPublished: true,
        labels: ['outdoors'],
        bannerId: pictureId,
        thumbnailId: pictureId,
        ...columns,
        organizationId,
        cityId,
        supplierId,
        locationId,
        roles: { create: soldBy.map((roleId) => ({ roleId })) },
        categories: { create: categories.map((categoryId) => ({ categoryId })) },
        points: { create: points.map((pointId, position) => ({ pointId, position })) },
        currencies: { create: currencies.map((currencyCode, position) => ({ currencyCode, position })) },
        images: { create: [{ mediaId: pictureId }] },
        videos: { create: [{ videoCode: `v${number}`, type: 'youtube', url: `https://video.example/v${number}` }] },
      },
    });
  }

  /** A service level with its price categories: adults (the default) and children, unless given. */
  async function level({
    priceCategories = [
      { title: 'Adult', isDefault: true, ageMin: 13, ageMax: 120 },
      { title: 'Child', ageMin: 0, ageMax: 12 },
    ],
    ...columns
  }: LevelColumns & { priceCategories?: CategoryColumns[] } = {}) {
    const productId = columns.productId ?? (await product()).id;
    return db.serviceLevel.create({
      data: {
        title: `Level ${next()}`,
        description: 'What it is',
        capacity: 20,
        pricingType: 'per_person',
        availabilityType: 'per_slot',
        durationTime: 90,
        cutOffTime: 60,
        offerTimeStart: day('2026-01-01'),
        offerTimeEnd: day('2027-12-31'),
        ...columns,
        productId,
        priceCategories: {
          create: priceCategories.map((more, position) => ({
            title: `Group ${position}`,
            minimum: 0,
            maximum: 20,
            ageMin: 0,
            ageMax: 120,
            position,
            ...more,
          })),
        },
      },
      include: { priceCategories: { orderBy: { position: 'asc' } } },
    });
  }

  /** A rate with its prices, in this order. */
  async function rate({
    prices = [],
    penalties = [{ time: 24, percentage: 50 }],
    ...columns
  }: RateColumns & { prices?: Price[]; penalties?: { time: number; percentage: number }[] } = {}) {
    const serviceLevelId = columns.serviceLevelId ?? (await level()).id;
    for (const { currencyCode } of prices) await currency(currencyCode);
    const { id: rateId } = await db.rate.create({
      data: { title: `Rate ${next()}`, ...columns, serviceLevelId, penalties: { create: penalties } },
    });
    const groups = [...new Set(prices.flatMap(({ priceCategoryId }) => priceCategoryId ?? []))];
    const carriers = await db.rateCategory.createManyAndReturn({
      data: groups.map((priceCategoryId) => ({ rateId, priceCategoryId })),
    });
    await db.ratePrice.createMany({
      data: prices.map(({ priceCategoryId, currencyCode = 'EUR', ...amounts }, position) => ({
        rateId,
        rateCategoryId: carriers.find((carrier) => carrier.priceCategoryId === priceCategoryId)?.id ?? null,
        currencyCode,
        position,
        ...amounts,
      })),
    });
    return db.rate.findUniqueOrThrow({ where: { id: rateId }, include: { prices: true } });
  }

  /** A departure with 20 places, from 9 to 11 on DEPARTURE_DAY. */
  async function availability(columns: Partial<Prisma.AvailabilityUncheckedCreateInput> = {}) {
    const serviceLevelId = columns.serviceLevelId ?? (await level()).id;
    return db.availability.create({
      data: {
        date: DEPARTURE_DAY,
        startTime: clock('09:00'),
        endTime: clock('11:00'),
        capacity: 20,
        ...columns,
        serviceLevelId,
      },
    });
  }

  /** Two pickup places, and two times to choose from. */
  async function pickupOptions(
    columns: Partial<Omit<Prisma.PickupOptionsUncheckedCreateInput, 'places' | 'times'>> = {},
  ) {
    const serviceLevelId = columns.serviceLevelId ?? (await level()).id;
    const points = [await point(), await point()];
    return db.pickupOptions.create({
      data: {
        type: 'pre_defined',
        timeWindow: 15,
        timeBefore: 30,
        timeRangeStart: clock('07:00'),
        timeRangeEnd: clock('09:00'),
        ...columns,
        serviceLevelId,
        places: {
          create: points.map(({ id: pointId }, position) => ({
            pointId,
            position,
            timeBefore: 20,
            timeStart: clock('08:00'),
            timeEnd: clock('08:30'),
          })),
        },
        times: { create: [{ time: clock('08:15') }, { time: clock('08:00') }] },
      },
      include: { places: true, times: true },
    });
  }

  return { media, picture, supplier, category, product, level, rate, availability, pickupOptions };
}

export type CatalogFactories = ReturnType<typeof catalogFactories>;

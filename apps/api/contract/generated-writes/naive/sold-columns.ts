import type { Prisma, TimeUnit, Tx } from '@channel/prisma';
import { later, type Work } from './request.ts';
import { type Category, type Sale, totalOf } from './sale.ts';

/** The columns of an order that say what it sells, when, and at which price. */
export async function soldColumns({ tx, context }: Work, sale: Sale, checkoutDate: Date | null) {
  const { currencyCode } = sale;
  const { product } = sale.level;
  const total = totalOf(sale);
  return {
    cityId: product.cityId,
    supplierId: product.supplierId,
    productId: product.id,
    timeZone: product.city.timeZone,
    ...(await momentsOf(tx, sale, product.organization.durationUnit ?? context.settings.durationUnit)),
    checkoutDate,
    vatPercentage: product.organization.vatPercentage,
    vatType: product.organization.vatType,
    currencyCode,
    totalOriginal: total.original,
    totalAgent: total.agent,
    totalSold: total.sold,
    bookedDetails: await detailsOf(tx, sale),
  };
}

type Moments = Record<'startsAt' | 'endsAt' | 'startsAtLocal' | 'endsAtLocal', Date | null>;

/** From the start of the first day to the end of the last one; without an end, as long as it takes where the unit is known. */
async function momentsOf(tx: Tx, { level, days }: Sale, unit: TimeUnit): Promise<Moments> {
  if (level.availabilityType === 'pass')
    return { startsAt: null, endsAt: null, startsAtLocal: null, endsAtLocal: null };
  const zone = level.product.city.timeZone;
  const reading = (date: Date, time: Date | null, whole: string) =>
    `${date.toISOString().slice(0, 10)} ${time ? time.toISOString().slice(11, 19) : whole}`;
  const [{ date, departure }] = days;
  const last = days.at(-1) ?? days[0];
  const start = reading(date, departure.startTime, '00:00:00');
  const { startTime, endTime } = last.departure;
  const from = reading(last.date, startTime, '00:00:00');
  let end = startTime && !endTime ? from : reading(last.date, endTime, '23:59:59');
  if (end < from) end = reading(later(last.date, 1), endTime, '');
  const isLonger = startTime && !endTime && unit !== 'none';
  const duration = isLonger ? `${level.durationTime} ${unit}` : '0 days';
  const elapsed = unit === 'days' ? '0 days' : duration;
  const [moments] = await tx.$queryRaw<Moments[]>`
    SELECT start AS "startsAtLocal", start AT TIME ZONE ${zone} AS "startsAt", date_trunc('second', ends AT TIME ZONE ${zone}) AS "endsAtLocal", ends AS "endsAt"
    FROM (SELECT ${start}::timestamp AS start, (${end}::timestamp + ${unit === 'days' ? duration : '0 days'}::interval)
      AT TIME ZONE ${zone} + ${elapsed}::interval AS ends) AS moments`;
  if (!moments) throw new Error('no times');
  return moments;
}

const dayText = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
const textsOf = ({ translations }: { translations: Prisma.JsonValue }) => ({ translations: translations ?? null });
const pictureOf = ({ id, filename, storageKey }: { id: number; filename: string; storageKey: string }) => ({
  id,
  filename,
  storageKey,
});

async function detailsOf(tx: Tx, { level, days }: Sale): Promise<Prisma.InputJsonObject> {
  const product = await tx.product.findUniqueOrThrow({
    where: { id: level.productId },
    include: {
      organization: true,
      supplier: true,
      banner: true,
      thumbnail: true,
      location: { include: { city: { include: { country: true } } } },
      images: { include: { media: true }, orderBy: [{ position: 'asc' }, { mediaId: 'asc' }] },
      videos: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
      categories: { include: { category: true }, orderBy: { categoryId: 'asc' } },
    },
  });
  const { supplier, location } = product;
  const rates = [];
  for (const id of new Set(days.map(({ rate }) => rate.id))) {
    const include = { penalties: { orderBy: [{ time: 'desc' }, { id: 'asc' }] } } satisfies Prisma.RateInclude;
    rates.push(await tx.rate.findUniqueOrThrow({ where: { id }, include }));
  }
  const city = location?.city ?? null;
  const country = city?.country ?? null;
  const { departure } = days[0];
  const details = {
    product: {
      id: product.id,
      title: product.title,
      highlights: product.highlights,
      description: product.description,
      whatToBring: product.whatToBring,
      knowBeforeYouGo: product.knowBeforeYouGo,
      labels: product.labels,
      ...textsOf(product),
      distributor: { name: product.organization.name },
      supplier: supplier && {
        id: supplier.id,
        name: supplier.name,
        description: supplier.description,
        ...textsOf(supplier),
      },
      banner: pictureOf(product.banner),
      thumbnail: pictureOf(product.thumbnail),
      images: product.images.map(({ media }) => pictureOf(media)),
      videos: product.videos.map(({ videoCode, type, url }) => ({ videoCode, type, url })),
      categories: product.categories.map(({ category }) => ({
        id: category.id,
        title: category.title,
        ...textsOf(category),
      })),
    },
    serviceLevel: {
      title: level.title,
      description: level.description,
      businessHours: level.businessHours,
      capacity: level.capacity,
      pricingType: level.pricingType,
      availabilityType: level.availabilityType,
      hasPickup: level.hasPickup,
      hasDropOff: level.hasDropOff,
      hasTourGuide: level.hasTourGuide,
      durationTime: Number(level.durationTime),
      durationDescription: level.durationDescription,
      cutOffTime: Number(level.cutOffTime),
      offerTimeStart: dayText(level.offerTimeStart),
      offerTimeEnd: dayText(level.offerTimeEnd),
      ...textsOf(level),
    },
    rate: {
      passExpirationDate: dayText(departure.expirationDate),
      passExpirationMinutesAfterBooking: departure.expirationMinutesAfterBooking,
    },
    rates: rates.map((rate) => ({
      id: rate.id,
      title: rate.title,
      cancellationDescription: rate.cancellationDescription,
      ...textsOf(rate),
      penalties: rate.penalties.map(({ id, time, percentage }) => ({ id, time, percentage: Number(percentage) })),
    })),
    startingPoint: {
      latitude: location && Number(location.latitude),
      longitude: location && Number(location.longitude),
      address: location?.address ?? null,
      city: city && { id: city.id, name: city.name, ...textsOf(city) },
      country: country && { id: country.id, name: country.name, code: country.code, ...textsOf(country) },
    },
  };
  return details;
}

/** A price category as a passenger keeps it. */
export const frozenCategory = (category: Category) => ({
  id: category.id,
  title: category.title,
  isDefault: category.isDefault,
  minimum: category.minimum,
  maximum: category.maximum,
  ageMin: category.ageMin,
  ageMax: category.ageMax,
  ...textsOf(category),
});

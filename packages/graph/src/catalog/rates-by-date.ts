import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { type OfferRow, soldProduct, stillOffered } from './offered-dates.ts';
import { posRole } from './pos-role.ts';
import { type AvailabilityRow, OfferedRate, type OfferedRateShape, offeredRate, type RateRow } from './rate.ts';

type RatesOnDate = { date: Date; rates: OfferedRateShape[] };

const RatesByDate = builder.objectRef<RatesOnDate>('RatesOnDate').implement({
  description: 'The rates at which a product can be had on a day.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day, by the calendar of the place.' }),
    rates: t.field({
      type: [OfferedRate],
      description: 'The rates, in the order of the catalogue.',
      resolve: ({ rates }) => rates,
    }),
  }),
});

const RatesByDateFilter = builder.inputType('RatesByDateFilter', {
  description: 'Which days and rates to look at; three months from today where nothing is said.',
  fields: (t) => ({
    startDate: t.field({ type: 'Date', description: 'First day.' }),
    endDate: t.field({ type: 'Date', description: 'Last day.' }),
    numberOfBooks: t.int({ description: 'Only departures with at least so many places left.' }),
    rates: t.stringList({ description: 'Only these rates, each named by its id or its title.' }),
    serviceLevel: t.field({ type: IdFilter, description: 'Only these service levels.' }),
  }),
});

/** Days in order, within them the rates in the order of the catalogue, within them the departures by time. */
function byDate(
  offers: OfferRow[],
  known: Map<number, RateRow>,
  departures: Map<number, AvailabilityRow>,
): RatesOnDate[] {
  const days: RatesOnDate[] = [];
  for (const { date, rateId, availabilityId } of offers) {
    const rate = known.get(rateId);
    const departure = departures.get(availabilityId);
    if (!rate || !departure) continue;
    const day = days.at(-1)?.date.getTime() === date.getTime() ? days.at(-1) : undefined;
    const rates = day ? day.rates : [];
    if (!day) days.push({ date, rates });
    const last = rates.at(-1);
    if (last?.rate === rate) last.availabilities.push(departure);
    else rates.push({ rate, availabilities: [departure] });
  }
  return days;
}

builder.queryField('ratesByDate', (t) =>
  t.field({
    type: [RatesByDate],
    description: 'The rates of a product by day, with their departures. Sold-out departures stay, with no places left.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer.' }),
      productId: t.arg.int({ required: true, description: 'Id of the product.' }),
      filter: t.arg({ type: RatesByDateFilter, description: 'Narrows days and rates.' }),
    },
    resolve: async (_root, { role, productId, filter }, context) => {
      const { db, lang } = context;
      const product = await soldProduct(context, posRole(context, role), productId);
      const offers = await db.$queryRaw<OfferRow[]>`
        SELECT offer.date, offer.rate_id AS "rateId", offer.availability_id AS "availabilityId"
        FROM offer
        JOIN rate r ON r.id = offer.rate_id
        JOIN service_level sl ON sl.id = offer.service_level_id
        WHERE ${stillOffered(product, filter ?? {}, context.now)}
          ${typeof filter?.numberOfBooks === 'number' ? Prisma.sql`AND offer.remaining >= ${filter.numberOfBooks}` : Prisma.empty}
          ${filter?.serviceLevel?.ids ? Prisma.sql`AND offer.service_level_id = ANY (${filter.serviceLevel.ids})` : Prisma.empty}
          ${
            filter?.rates
              ? Prisma.sql`AND (r.id::text = ANY (${filter.rates}) OR r.title = ANY (${filter.rates})
            OR r.translations -> ${lang} ->> 'title' = ANY (${filter.rates}))`
              : Prisma.empty
          }
        ORDER BY offer.date, sl.position, sl.id, r.position, r.id, offer.start_time NULLS FIRST, offer.availability_id`;
      const distinct = (ids: number[]) => ({ in: [...new Set(ids)] });
      const rates = await db.rate.findMany({
        where: { id: distinct(offers.map(({ rateId }) => rateId)) },
        include: offeredRate,
      });
      const availabilities = await db.availability.findMany({
        where: { id: distinct(offers.map(({ availabilityId }) => availabilityId)) },
        include: { serviceLevel: { select: { availabilityType: true } } },
      });
      return byDate(
        offers,
        new Map(rates.map((rate) => [rate.id, rate])),
        new Map(availabilities.map((row) => [row.id, { ...row, availabilityType: row.serviceLevel.availabilityType }])),
      );
    },
  }),
);

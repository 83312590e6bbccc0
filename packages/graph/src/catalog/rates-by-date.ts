import { fieldSql, type ListWriter, Once, type Row, type Rows, raw, type Sql, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { statementPlan } from '../shared/plans.ts';
import { statementRows } from '../shared/rows.ts';
import { tables } from '../shared/tables.ts';
import { OFFERS, OFFERS_ORDER, OFFERS_VALIDATION, type OfferRow, offerParameters } from './offered-dates.ts';
import { type AvailabilityRow, OfferedRate, type OfferedRateShape, offeredRate, type RateRow } from './rate.ts';

type RatesOnDate = { date: Date; rates: OfferedRateShape[] };

const RatesByDate = builder.objectRef<RatesOnDate>('RatesOnDate').implement({
  description: 'The rates at which a product is available on a day.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The local day at the place.' }),
    rates: t.field({
      type: [OfferedRate],
      description: 'The rates, in the order of the catalogue.',
      extensions: fieldSql((row) => ({ rows: ratesOfDay(row) })),
      resolve: ({ rates }) => rates,
    }),
  }),
});

const RatesByDateFilter = builder.inputType('RatesByDateFilter', {
  description: 'The days and rates to list; by default three months from today.',
  fields: (t) => ({
    startDate: t.field({ type: 'Date', description: 'First day.' }),
    endDate: t.field({ type: 'Date', description: 'Last day.' }),
    numberOfBooks: t.int({ description: 'Only departures with at least this many places left.' }),
    rates: t.stringList({ description: 'Only these rates, each given by its id or its title.' }),
    serviceLevel: t.field({ type: IdFilter, description: 'Only these service levels.' }),
  }),
});

/**
 * Days in ascending order, within a day the rates in the order of the catalogue, within a rate the departures by time.
 */
function byDate(
  offers: OfferRow[],
  known: Map<number, RateRow>,
  departures: Map<number, AvailabilityRow>,
): RatesOnDate[] {
  const days: RatesOnDate[] = [];
  for (const { id, date, rateId, availabilityId } of offers) {
    const rate = known.get(rateId);
    const row = departures.get(availabilityId);
    if (!rate || !row) continue;
    const departure = { ...row, id };
    const day = days.at(-1)?.date.getTime() === date.getTime() ? days.at(-1) : undefined;
    const rates = day ? day.rates : [];
    if (!day) days.push({ date, rates });
    const last = rates.at(-1);
    if (last?.rate === rate) last.availabilities.push(departure);
    else rates.push({ rate, availabilities: [departure] });
  }
  return days;
}

/**
 * The sorted offers (`o`), grouped into days (`d`) and within a day into rates: for each rate the slice of offers that
 * are its departures (`a`). The parts of a rate that are the same on every day are printed once (`p`).
 */
const ratesStatement = ({ newAlias, list }: ListWriter): Sql => {
  const once = new Once(newAlias());
  const days = list({ kind: 'values', values: { date: raw('d.date') }, newAlias, once }, raw('d'), raw('d.date'));
  const rate = raw(once.alias);
  return sql`
  WITH o AS MATERIALIZED (
    SELECT offer.id, offer.date, offer.rate_id, offer.availability_id, row_number() OVER (ORDER BY ${OFFERS_ORDER})::int AS position FROM ${OFFERS}
  ), d AS (
    SELECT date, array_agg(rate_id ORDER BY first) AS rates, array_agg(first ORDER BY first) AS firsts, array_agg(last ORDER BY first) AS lasts
    FROM (SELECT date, rate_id, min(position) AS first, max(position) AS last FROM o GROUP BY date, rate_id) g
    GROUP BY date
  ), a AS MATERIALIZED (
    SELECT array_agg(id ORDER BY position) AS ids, array_agg(availability_id ORDER BY position) AS departures FROM o
  ), p AS MATERIALIZED (
    SELECT ${rate}.id${once.columns()} FROM rate ${rate} WHERE ${rate}.id IN (SELECT rate_id FROM o)
  )
  ${days}`;
};

/** The rates of a day, in the order of the catalogue. */
function ratesOfDay(day: Row): Rows {
  if (day.kind !== 'values' || !day.once) throw new Error('a day without its rates');
  const { once, newAlias } = day;
  const alias = raw(once.alias);
  return {
    row: {
      kind: 'model',
      table: tables.Rate,
      alias: once.alias,
      newAlias,
      once: { of: once, except: ['availabilities'] },
    },
    from: sql`unnest(d.rates, d.firsts, d.lasts) AS dr (rate_id, first, last) JOIN p ${alias} ON ${alias}.id = dr.rate_id`,
    where: sql`true`,
    order: raw('dr.first'),
  };
}

builder.queryField('ratesByDate', (t) =>
  t.field({
    type: [RatesByDate],
    description:
      'The rates of a product by day, with their departures. Sold-out departures are included, with no places left.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer.' }),
      productId: t.arg.int({ required: true, description: 'Id of the product.' }),
      filter: t.arg({ type: RatesByDateFilter, description: 'Narrows days and rates.' }),
    },
    extensions: statementPlan(ratesStatement, offerParameters, 'always', OFFERS_VALIDATION),
    resolve: async (_root, args, context) => {
      const { db } = context;
      const offers = await statementRows<OfferRow>(
        context,
        sql`SELECT offer.id, offer.date, offer.rate_id AS "rateId", offer.availability_id AS "availabilityId"
          FROM ${OFFERS} ORDER BY ${OFFERS_ORDER}`,
        await offerParameters(args, context),
      );
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

import { builder } from '../builder.ts';
import { statementPlan } from '../compiler/plans.ts';
import { raw, type Sql, sql } from '../compiler/sql.ts';
import { type Row, type Rows, twin } from '../compiler/twins.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { OFFERS, OFFERS_ORDER, type OfferRow, offerParameters, offerRows } from './offered-dates.ts';
import { type AvailabilityRow, OfferedRate, type OfferedRateShape, offeredRate, type RateRow } from './rate.ts';

type RatesOnDate = { date: Date; rates: OfferedRateShape[] };

const RatesByDate = builder.objectRef<RatesOnDate>('RatesOnDate').implement({
  description: 'The rates at which a product can be had on a day.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day, by the calendar of the place.' }),
    rates: t.field({
      type: [OfferedRate],
      description: 'The rates, in the order of the catalogue.',
      extensions: twin((row) => ({ rows: ratesOfDay(row) })),
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

/** Days (`d`) of the offers (`o`), each with its rates; `OfferedRate` finds its departures by these names. */
const ratesStatement = (print: (row: Row) => Sql, newAlias: () => string): Sql => sql`
  WITH o AS MATERIALIZED (
    SELECT offer.date, offer.rate_id, offer.availability_id, row_number() OVER (ORDER BY ${OFFERS_ORDER}) AS position FROM ${OFFERS}
  )
  SELECT coalesce(json_agg(${print({ kind: 'values', values: { date: raw('d.date') }, newAlias })} ORDER BY d.date), '[]')
  FROM (SELECT DISTINCT date FROM o) d`;

/** The rates of a day, in the order of the catalogue. */
function ratesOfDay({ newAlias }: Row): Rows {
  const row: Row = { kind: 'model', model: 'Rate', alias: newAlias(), newAlias };
  return {
    row,
    from: sql`(SELECT o.rate_id, min(o.position) AS position FROM o WHERE o.date = d.date GROUP BY o.rate_id) dr
      JOIN rate ${raw(row.alias)} ON ${raw(row.alias)}.id = dr.rate_id`,
    where: sql`true`,
    order: raw('dr.position'),
  };
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
    extensions: statementPlan(ratesStatement, offerParameters),
    resolve: async (_root, args, context) => {
      const { db } = context;
      const offers = await offerRows<OfferRow>(
        sql`SELECT offer.date, offer.rate_id AS "rateId", offer.availability_id AS "availabilityId"
          FROM ${OFFERS} ORDER BY ${OFFERS_ORDER}`,
        await offerParameters(args, context),
        context,
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

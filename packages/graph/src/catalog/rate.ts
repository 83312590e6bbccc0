import { Prisma } from '@channel/prisma';
import { fieldSql, member, type Row, type Rows, raw, related, sameRow, sql, values } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Money, type MoneyShape } from '../shared/money.ts';
import type { Decimal } from '../shared/scalars.ts';
import { tables } from '../shared/tables.ts';
import { inLanguage, translated } from '../shared/translation.ts';
import { PriceCategory, type PriceCategoryShape } from './price-category.ts';
import { ServiceLevel } from './service-level.ts';

/**
 * What a rate exposes of its cancellation policies, whether it is a row of the catalogue or was frozen into an order.
 */
export type PoliciesShape = {
  penalties: { id: number; time: number; percentage: Decimal | number }[];
  cancellationDescription: string | null;
  translations: unknown;
};

const Penalty = builder.objectRef<PoliciesShape['penalties'][number]>('CancellationPenalty').implement({
  description: 'The cost of a late cancellation.',
  fields: (t) => ({
    penaltyId: t.exposeInt('id', { description: "The penalty's id in the catalogue." }),
    time: t.exposeInt('time', {
      description: 'How long before the start the penalty begins; its unit is not defined by the contract.',
    }),
    percentage: t.field({
      type: 'Decimal',
      description: 'Share of the price that is lost, in percent.',
      extensions: fieldSql((row) => ({ value: member(row, 'percentage'), isJson: row.kind === 'json' })),
      resolve: ({ percentage }) => new Prisma.Decimal(percentage),
    }),
  }),
});

export const CancellationPolicies = builder.objectRef<PoliciesShape>('CancellationPolicies').implement({
  description: 'The cancellation policies of a rate.',
  fields: (t) => ({
    penalties: t.field({
      type: [Penalty],
      description: 'The penalties for cancelling, earliest first.',
      extensions: fieldSql((row) =>
        row.kind === 'json'
          ? { value: member(row, 'penalties'), isJson: true }
          : { rows: related(row, 'penalties', { orderBy: offeredRate.penalties.orderBy }) },
      ),
      resolve: ({ penalties }) => penalties,
    }),
    description: t.string({
      ...translated('Rate', 'cancellationDescription'),
      nullable: true,
    }),
  }),
});

/** All columns and relations that `OfferedRate` prints, read at once for a whole range of days. */
export const offeredRate = {
  serviceLevel: true,
  penalties: { orderBy: [{ time: 'desc' }, { id: 'asc' }] },
  prices: { where: { rateCategoryId: null }, orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  categories: {
    include: { priceCategory: true, prices: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
    orderBy: [{ priceCategory: { position: 'asc' } }, { id: 'asc' }],
  },
} as const satisfies Prisma.RateInclude;

export type RateRow = Prisma.RateGetPayload<{ include: typeof offeredRate }>;
/** A departure with the id that it has at a rate. */
export type AvailabilityRow = Prisma.AvailabilityGetPayload<object> & { availabilityType: string };
export type OfferedRateShape = { rate: RateRow; availabilities: AvailabilityRow[] };

const soldPrice = (price: { sold: Decimal; currencyCode: string }): MoneyShape => ({
  amount: price.sold,
  currencyCode: price.currencyCode,
});

/** The field SQL that corresponds to `soldPrice`: Money of the price rows of a rate, or of one of its categories. */
function soldPrices(row: Row, query: { where?: unknown; orderBy: unknown }): Rows {
  const prices = related(row, 'prices', query);
  const { row: price } = prices;
  return {
    ...prices,
    row: values(price, { amount: member(price, 'sold'), currencyCode: member(price, 'currencyCode') }),
  };
}

function categoriesOf(row: Row): Rows {
  const categories = related(row, 'categories');
  const { row: category } = categories;
  const order = sql`(SELECT pc.position FROM price_category pc WHERE pc.id = ${member(category, 'priceCategoryId')}), ${member(category, 'id')}`;
  return { ...categories, order };
}

/** The departures of a day at a rate: a slice (`dr`) of the offers of `ratesByDate` (`a`). */
function departuresOf({ newAlias }: Row): Rows {
  const row: Row = { kind: 'model', table: tables.Availability, alias: newAlias(), newAlias };
  const alias = raw(row.alias);
  return {
    row,
    from: sql`unnest((SELECT a.ids FROM a)[dr.first:dr.last], (SELECT a.departures FROM a)[dr.first:dr.last])
      WITH ORDINALITY AS da (id, departure_id, position)
      JOIN availability ${alias} ON ${alias}.id = da.departure_id`,
    where: sql`true`,
    order: raw('da.position'),
  };
}

const Availability = builder.objectRef<AvailabilityRow>('Availability').implement({
  description: 'A departure at a rate. All rates of a departure share its places.',
  fields: (t) => ({
    availabilityId: t.int({
      description:
        'The id by which a booking references this departure at this rate: each rate of a departure has its own.',
      extensions: fieldSql(() => ({ value: raw('da.id') })),
      resolve: ({ id }) => id,
    }),
    startTime: t.expose('startTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local start time at the place; null where only the day is fixed.',
    }),
    endTime: t.expose('endTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local end time at the place; null where it is not fixed.',
    }),
    remaining: t.exposeInt('remaining', { description: 'Places left; 0 when sold out.' }),
    availabilityType: t.string({
      description: "The service level's availability type.",
      extensions: fieldSql((row) => ({
        value: sql`(SELECT sl.availability_type FROM service_level sl WHERE sl.id = ${member(row, 'serviceLevelId')})`,
      })),
      resolve: ({ availabilityType }) => availabilityType,
    }),
    expirationDate: t.expose('expirationDate', {
      type: 'Date',
      nullable: true,
      description: 'Last day on which a pass can be used; null: no such limit.',
    }),
    expirationMinutesAfterBooking: t.exposeInt('expirationMinutesAfterBooking', {
      nullable: true,
      description: 'Minutes after booking until a pass expires; null: no such limit.',
    }),
  }),
});

const PerPersonPrices = builder
  .objectRef<{ priceCategory: PriceCategoryShape; prices: MoneyShape[] }>('PerPersonPrices')
  .implement({
    description: 'The price per person of a category.',
    fields: (t) => ({
      priceCategory: t.field({
        type: PriceCategory,
        description: 'The price category.',
        extensions: fieldSql((row) => ({ rows: related(row, 'priceCategory') })),
        resolve: ({ priceCategory }) => priceCategory,
      }),
      prices: t.field({
        type: [Money],
        description: 'The sold price, one per currency.',
        extensions: fieldSql((row) => ({ rows: soldPrices(row, { orderBy: offeredRate.prices.orderBy }) })),
        resolve: ({ prices }) => prices,
      }),
    }),
  });

export const OfferedRate = builder.objectRef<OfferedRateShape>('OfferedRate').implement({
  description: 'A rate on a day, with the departures that can be booked at it.',
  fields: (t) => ({
    rateId: t.int({
      description: "The rate's id.",
      extensions: fieldSql((row) => ({ value: member(row, 'id') })),
      resolve: ({ rate }) => rate.id,
    }),
    title: t.string({
      ...translated('Rate', 'title'),
      resolve: ({ rate }, _args, { lang }) => inLanguage<'title', string>(rate, 'title', lang),
    }),
    serviceLevel: t.field({
      type: ServiceLevel,
      description: 'The service level that is sold at the rate.',
      extensions: fieldSql((row) => ({ rows: related(row, 'serviceLevel') })),
      resolve: ({ rate }) => rate.serviceLevel,
    }),
    perItemPrices: t.field({
      type: [Money],
      description: 'The sold price per item, one per currency; empty where prices are per person.',
      extensions: fieldSql((row) => ({ rows: soldPrices(row, offeredRate.prices) })),
      resolve: ({ rate }) => rate.prices.map(soldPrice),
    }),
    perPersonPrices: t.field({
      type: [PerPersonPrices],
      description: 'The prices per person, by category; empty where prices are per item.',
      extensions: fieldSql((row) => ({ rows: categoriesOf(row) })),
      resolve: ({ rate }) =>
        rate.categories.map((category) => ({
          priceCategory: category.priceCategory,
          prices: category.prices.map(soldPrice),
        })),
    }),
    cancellationPolicies: t.field({
      type: CancellationPolicies,
      description: 'The cancellation policies.',
      extensions: sameRow(),
      resolve: ({ rate }) => rate,
    }),
    availabilities: t.field({
      type: [Availability],
      description: 'The departures of the day, the earliest first.',
      extensions: fieldSql((row) => ({ rows: departuresOf(row) })),
      resolve: ({ availabilities }) => availabilities,
    }),
  }),
});

import { Prisma } from '@channel/prisma';
import { raw, type Sql, sql } from 'graphql-sql';
import { builder } from '../builder.ts';

type Sum = { currencyCode: string; orders: number; original: string; agent: string; sold: string };

/** Figures of some orders, as `figuresSql` prints them. */
export type Figures = {
  orders: number;
  passengers: number;
  inCart: number;
  booked: number;
  cancelled: number;
  deleted: number;
  sums: Sum[];
};

const decimal = (key: 'original' | 'agent' | 'sold') => (sum: Sum) => new Prisma.Decimal(sum[key]);

const OrderSum = builder.objectRef<Sum>('OrderSum').implement({
  description: 'The exact sums of the total prices of orders in one currency.',
  fields: (t) => ({
    currencyCode: t.exposeString('currencyCode', { description: 'ISO 4217 code, such as `EUR`.' }),
    orders: t.exposeInt('orders', { description: 'Number of orders with prices in this currency.' }),
    original: t.field({ type: 'Decimal', description: "The supplier's prices.", resolve: decimal('original') }),
    agent: t.field({ type: 'Decimal', description: 'What the selling partners pay.', resolve: decimal('agent') }),
    sold: t.field({ type: 'Decimal', description: 'What the clients pay.', resolve: decimal('sold') }),
  }),
});

const SeatCounts = builder.objectRef<Figures>('SeatCounts').implement({
  description: 'Passengers in bookings by the state of their seat; a passenger in two bookings has two seats.',
  fields: (t) => ({
    inCart: t.exposeInt('inCart', { description: 'Seats in the cart.' }),
    booked: t.exposeInt('booked', { description: 'Booked seats.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Cancelled seats.' }),
    deleted: t.exposeInt('deleted', { description: 'Deleted seats.' }),
  }),
});

export const OrderFigures = builder.objectRef<Figures>('OrderFigures').implement({
  description: 'Figures of a set of orders.',
  fields: (t) => ({
    orders: t.exposeInt('orders', { description: 'Number of orders.' }),
    passengers: t.exposeInt('passengers', { description: 'Number of their passengers, whatever the state of a seat.' }),
    seats: t.field({
      type: SeatCounts,
      description: 'Their passengers by the state of the seat.',
      resolve: (figures) => figures,
    }),
    sums: t.field({
      type: [OrderSum],
      description:
        'The exact sums of their `totalPrices`: one entry for each currency, by its code. Orders without a booking have no prices.',
      resolve: ({ sums }) => sums,
    }),
  }),
});

/**
 * The columns by which orders of a common table expression `m` are summed, for a statement that groups them by currency;
 * `c` is that of `seatsSql`. `figuresSql` reads them.
 */
export const SUMMED = raw(`m.currency_code, count(*) AS orders, count(m.total_sold) AS priced,
  sum(m.total_original) AS original, sum(m.total_agent) AS agent, sum(m.total_sold) AS sold,
  sum(c.passengers) AS passengers, sum(c.in_cart) AS in_cart, sum(c.booked) AS booked,
  sum(c.cancelled) AS cancelled, sum(c.deleted) AS deleted`);

/** The same columns for rows of several groups `g` that are summed again, by currency. */
export const SUMMED_AGAIN = raw(`currency_code, sum(orders) AS orders, sum(priced) AS priced, sum(original) AS original,
  sum(agent) AS agent, sum(sold) AS sold, sum(passengers) AS passengers, sum(in_cart) AS in_cart,
  sum(booked) AS booked, sum(cancelled) AS cancelled, sum(deleted) AS deleted`);

/** The columns of an order that `SUMMED` reads. */
export const SUMMED_COLUMNS = raw('l.id, l.currency_code, l.total_original, l.total_agent, l.total_sold');

/**
 * The passengers and seats of each order of `m`. They are counted before orders are joined with anything, so that no
 * join multiplies a price.
 *
 * @param isCounted whether the request selects them: counting takes most of the time
 */
export const seatsSql = (isCounted: boolean): Sql =>
  isCounted
    ? raw(`SELECT order_id, sum(passengers) AS passengers, sum(in_cart) AS in_cart, sum(booked) AS booked,
        sum(cancelled) AS cancelled, sum(deleted) AS deleted
      FROM (
        SELECT p.order_id, count(*) AS passengers, 0 AS in_cart, 0 AS booked, 0 AS cancelled, 0 AS deleted
        FROM passenger p WHERE p.order_id IN (SELECT id FROM m) GROUP BY p.order_id
        UNION ALL
        SELECT b.order_id, 0, count(*) FILTER (WHERE s.status = 'InCart'), count(*) FILTER (WHERE s.status = 'Booked'),
          count(*) FILTER (WHERE s.status = 'Cancelled'), count(*) FILTER (WHERE s.status = 'Deleted')
        FROM booking b JOIN booking_passenger s ON s.booking_id = b.id
        WHERE b.order_id IN (SELECT id FROM m) GROUP BY b.order_id
      ) each GROUP BY order_id`)
    : raw(`SELECT NULL::bigint AS order_id, 0 AS passengers, 0 AS in_cart, 0 AS booked, 0 AS cancelled, 0 AS deleted
      WHERE false`);

/** The JSON of `Figures`, of rows that are unique by currency. */
export const FIGURES: Sql = sql`json_build_object('orders', coalesce(sum(orders), 0),
  'passengers', coalesce(sum(passengers), 0), 'inCart', coalesce(sum(in_cart), 0), 'booked', coalesce(sum(booked), 0),
  'cancelled', coalesce(sum(cancelled), 0), 'deleted', coalesce(sum(deleted), 0),
  'sums', coalesce(json_agg(json_build_object('currencyCode', trim(currency_code), 'orders', priced,
    'original', original::text, 'agent', agent::text, 'sold', sold::text) ORDER BY currency_code)
    FILTER (WHERE priced > 0), '[]'))`;

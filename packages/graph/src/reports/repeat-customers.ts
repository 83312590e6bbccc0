import type { GraphQLResolveInfo } from 'graphql';
import { bound, raw, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { OrderFilter } from '../orders/order-filter.ts';
import { connection, type Source } from '../shared/connection.ts';
import { orderSql, type Place, placeSql, type Range, rangeSql, reversed, type SortKey } from '../shared/keyset.ts';
import { pagedList } from '../shared/paging.ts';
import { jsonOver } from '../shared/rows.ts';
import { selects } from '../shared/selected.ts';
import { countedOrders } from './counted-orders.ts';
import { FIGURES, type Figures, OrderFigures, SUMMED, SUMMED_COLUMNS, seatsSql } from './order-figures.ts';

const MAX_MINIMUM = 1_000;

type Customer = {
  place: Place;
  organizationId: number;
  contact: string;
  name: string;
  firstAt: string;
  lastAt: string;
  newestOrderId: number;
  figures: Figures;
};
type Customers = { total: number; customers: Customer[] };

const RepeatCustomer = builder.objectRef<Customer>('RepeatCustomer').implement({
  description:
    'Somebody who led several orders of an organization, recognized by the e-mail address, else by the phone.',
  fields: (t) => ({
    organizationId: t.exposeInt('organizationId', { description: 'The id of the organization of the orders.' }),
    email: t.string({
      nullable: true,
      description: 'The e-mail address, in lower case and without blanks around it; null where only a phone is known.',
      resolve: ({ contact }) => (contact.includes('@') ? contact : null),
    }),
    phoneDigits: t.string({
      nullable: true,
      description:
        'The digits of the country code and of the phone number without zeros in front; null where an e-mail address is known.',
      resolve: ({ contact }) => (contact.includes('@') ? null : contact),
    }),
    name: t.exposeString('name', { description: 'The name of the leader in the newest of the orders.' }),
    newestOrderId: t.exposeInt('newestOrderId', { description: 'The id of the newest of the orders.' }),
    firstAt: t.field({
      type: 'DateTime',
      description: 'When the first of the orders was created.',
      resolve: ({ firstAt }) => new Date(firstAt),
    }),
    lastAt: t.field({
      type: 'DateTime',
      description: 'When the last of the orders was created.',
      resolve: ({ lastAt }) => new Date(lastAt),
    }),
    figures: t.field({
      type: OrderFigures,
      description: 'The figures of the orders.',
      resolve: ({ figures }) => figures,
    }),
  }),
});

const RepeatCustomers = builder.objectRef<Customers>('RepeatCustomers').implement({
  description: 'A page of repeat customers.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of repeat customers on all pages.' }),
    customers: t.field({
      type: [RepeatCustomer],
      description: 'The customers of the page, those with most orders first.',
      resolve: ({ customers }) => customers,
    }),
  }),
});

/** The leader's contact: what is no address counts as none, and neither does a phone number of a few digits. */
const CONTACT = raw(`coalesce(
  CASE WHEN p.email LIKE '%@%' THEN lower(btrim(p.email)) END,
  (regexp_match(ltrim(regexp_replace(p.phone_country_code, '\\D', '', 'g'), '0')
    || ltrim(regexp_replace(p.phone_number, '\\D', '', 'g'), '0'), '^\\d{6,}$'))[1])`);

type Counted = { minOrders: number; isCounted: boolean };
type Page = Counted & { take: number; skip?: number; range?: Range; isReversed?: boolean };

/** Those with most orders first. */
const KEYS: readonly SortKey[] = [
  { value: raw('n.orders'), cast: 'numeric', isDescending: true },
  { value: raw('n.contact'), cast: 'text', isDescending: false },
  { value: raw('n.organization_id'), cast: 'int8', isDescending: false },
];

/**
 * One statement: the matching orders with the contact of their leader (`m`), passengers and seats of each order (`c`), the
 * figures by contact and currency (`g`), and the customers (`n`).
 */
const repeatCustomers = (
  where: object,
  { take, skip = 0, range = {}, isReversed = false, minOrders, isCounted }: Page,
  context: Context,
) =>
  jsonOver<Customers>(
    context.db,
    'Order',
    where,
    (_row, matches) => sql`WITH m AS MATERIALIZED (
      SELECT ${SUMMED_COLUMNS}, l.organization_id, l.created_at, ${CONTACT} AS contact
      FROM orders l JOIN passenger p ON p.order_id = l.id AND p.is_leader WHERE ${matches}
    ), c AS (${seatsSql(isCounted)}), g AS MATERIALIZED (
      SELECT ${SUMMED}, m.organization_id, m.contact, max(m.id) AS newest, min(m.created_at) AS first, max(m.created_at) AS last
      FROM m LEFT JOIN c ON c.order_id = m.id WHERE m.contact IS NOT NULL
      GROUP BY m.currency_code, m.organization_id, m.contact
    ), n AS MATERIALIZED (
      SELECT organization_id, contact, ${FIGURES} AS figures, max(newest) AS newest, min(first) AS first, max(last) AS last,
        sum(orders) AS orders
      FROM g GROUP BY organization_id, contact HAVING sum(orders) >= ${bound(minOrders, 'int')}
    )
    SELECT json_build_object(
      'total', (SELECT count(*) FROM n),
      'customers', (SELECT coalesce(json_agg(p.customer), '[]') FROM (
        SELECT json_build_object('place', ${placeSql(KEYS)}, 'organizationId', n.organization_id, 'contact', n.contact,
          'name', (SELECT p.full_name FROM passenger p WHERE p.order_id = n.newest AND p.is_leader),
          'newestOrderId', n.newest, 'firstAt', n.first, 'lastAt', n.last, 'figures', n.figures) AS customer
        FROM n WHERE ${rangeSql(KEYS, range)} ORDER BY ${orderSql(isReversed ? reversed(KEYS) : KEYS)}
        LIMIT ${bound(take, 'int')} OFFSET ${bound(skip, 'int')}) p))::text`,
  );

/** Customers as the source of a connection. One statement reads a page, and the number of all customers with it. */
function customersOf(where: object, counted: Counted, context: Context): Source<Customer> {
  const found = new Map<string, Customer>();
  return {
    places: async (range, { take, isReversed }) => {
      const { customers } = await repeatCustomers(where, { ...counted, range, take, isReversed }, context);
      for (const customer of customers) found.set(JSON.stringify(customer.place), customer);
      return customers.map(({ place }) => place);
    },
    entries: async (places) => places.map((place) => found.get(JSON.stringify(place))),
    count: async () => (await repeatCustomers(where, { ...counted, isCounted: false, take: 0 }, context)).total,
  };
}

const counting = builder.args((t) => ({
  filter: t.field({ type: OrderFilter, description: 'Which orders count. Without `status`, only booked ones.' }),
  minOrders: t.int({
    defaultValue: 2,
    description: `Only people with at least so many of these orders, 2 to ${MAX_MINIMUM.toLocaleString('en')}.`,
  }),
}));
const list = pagedList(100, counting);

const DESCRIPTION =
  'The people who led several of the orders that the viewer may see. An order whose leader has neither an e-mail address nor a phone number of six digits counts for nobody.';

/** @throws a validation error for a minimum that is out of range */
function checkedMinimum(given: number | null | undefined): number {
  const minOrders = given ?? 2;
  if (minOrders < 2 || minOrders > MAX_MINIMUM)
    throw invalid([{ path: ['minOrders'], message: `must be between 2 and ${MAX_MINIMUM}.` }]);
  return minOrders;
}

const countedOf = (minOrders: number | null | undefined, info: GraphQLResolveInfo): Counted => ({
  minOrders: checkedMinimum(minOrders),
  isCounted: selects(info, ['passengers', 'seats']),
});

builder.queryFields((t) => ({
  repeatCustomers: t.field({
    type: RepeatCustomers,
    description: DESCRIPTION,
    args: list.args,
    resolve: async (_root, { filter, minOrders, ...args }, context, info) => {
      const page = { ...list.slice(args), ...countedOf(minOrders, info) };
      return repeatCustomers(await countedOrders(filter, context), page, context);
    },
  }),
  repeatCustomersConnection: t.field(
    connection(RepeatCustomer, {
      description: `${DESCRIPTION} By cursors, which are valid for one filter.`,
      args: counting,
      // The filter decides how many orders a customer has.
      order: ({ filter }) => ['orders', filter ?? {}],
      source: async ({ filter, minOrders }, context, info) => {
        const counted = countedOf(minOrders, info);
        return customersOf(await countedOrders(filter, context), counted, context);
      },
    }),
  ),
}));

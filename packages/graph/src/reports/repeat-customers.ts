import { bound, raw, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { OrderFilter } from '../orders/order-filter.ts';
import { filteredBy, pagedList } from '../shared/paging.ts';
import { jsonOver } from '../shared/rows.ts';
import { countedOrders } from './counted-orders.ts';
import { FIGURES, type Figures, OrderFigures, SUMMED, SUMMED_COLUMNS, seatsSql } from './order-figures.ts';
import { selects } from './selected.ts';

const MAX_MINIMUM = 1_000;

type Customer = {
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

type Page = { take: number; skip: number; minOrders: number; isCounted: boolean };

/**
 * One statement: the matching orders with the contact of their leader (`m`), passengers and seats of each order (`c`), the
 * figures by contact and currency (`g`), and the customers (`n`).
 */
const repeatCustomers = (where: object, { take, skip, minOrders, isCounted }: Page, context: Context) =>
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
        row_number() OVER (ORDER BY sum(orders) DESC, contact, organization_id) AS position
      FROM g GROUP BY organization_id, contact HAVING sum(orders) >= ${bound(minOrders, 'int')}
    )
    SELECT json_build_object(
      'total', (SELECT count(*) FROM n),
      'customers', (SELECT coalesce(json_agg(json_build_object('organizationId', n.organization_id, 'contact', n.contact,
        'name', (SELECT p.full_name FROM passenger p WHERE p.order_id = n.newest AND p.is_leader),
        'newestOrderId', n.newest, 'firstAt', n.first, 'lastAt', n.last, 'figures', n.figures) ORDER BY n.position), '[]')
        FROM n WHERE n.position > ${bound(skip, 'int')} AND n.position <= ${bound(skip + take, 'bigint')}))::text`,
  );

const list = pagedList(100, filteredBy(OrderFilter));

builder.queryField('repeatCustomers', (t) =>
  t.field({
    type: RepeatCustomers,
    description:
      'The people who led several of the orders that the viewer may see. An order whose leader has neither an e-mail address nor a phone number of six digits counts for nobody.',
    args: {
      ...list.args,
      filter: t.arg({
        type: OrderFilter,
        description: 'Which orders count. Without `status`, only booked ones.',
      }),
      minOrders: t.arg.int({
        defaultValue: 2,
        description: `Only people with at least so many of these orders, 2 to ${MAX_MINIMUM.toLocaleString('en')}.`,
      }),
    },
    resolve: async (_root, { filter, ...args }, context, info) => {
      const minOrders = args.minOrders ?? 2;
      if (minOrders < 2 || minOrders > MAX_MINIMUM)
        throw invalid([{ path: ['minOrders'], message: `must be between 2 and ${MAX_MINIMUM}.` }]);
      const page = { ...list.slice(args), minOrders, isCounted: selects(info, ['passengers', 'seats']) };
      return repeatCustomers(await countedOrders(filter, context), page, context);
    },
  }),
);

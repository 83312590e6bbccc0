import { fromPlan, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import { CatalogueProduct } from '../catalog/catalogue.ts';
import { OFFERS, OFFERS_ORDER, parametersFor } from '../catalog/offered-dates.ts';
import { posRole } from '../catalog/pos-role.ts';
import { published, sellableBy } from '../catalog/visible-products.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { daysBetween } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { actorOf } from '../shared/principals.ts';
import { statementRows } from '../shared/rows.ts';
import { inLanguage, whereText } from '../shared/translation.ts';
import { readOrders } from './lock-orders.ts';
import { mayRebook } from './order-access.ts';

const MAX_DAYS = 62;
const MAX_PRODUCTS = 50;

type SellingRole = { id: number; name: string; clientName: string };

const SellingRoleType = builder.objectRef<SellingRole>('SellingRole').implement({
  description: 'A role through which the viewer may book.',
  fields: (t) => ({
    roleId: t.exposeInt('id', { description: "The role's id." }),
    name: t.exposeString('name', { description: "The role's name." }),
    clientName: t.exposeString('clientName', { description: 'The client to whom it sells.' }),
  }),
});

type Departure = {
  id: number;
  date: Date;
  startTime: Date | null;
  remaining: number;
  rateId: number;
  title: string;
  translations: unknown;
};

const BookableDeparture = builder.objectRef<Departure>('BookableDeparture').implement({
  description: 'A departure at a rate on a day, which a booking names by its id.',
  fields: (t) => ({
    availabilityId: t.exposeInt('id', {
      description: 'The `availabilityId` of a booking: the departure at this rate.',
    }),
    date: t.expose('date', { type: 'Date', description: 'The local day at the place.' }),
    startTime: t.expose('startTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Start at the place; null where there is no time of day.',
    }),
    remaining: t.exposeInt('remaining', {
      description: 'Places left, with those that the given order holds; 0 where it is sold out.',
    }),
    rateId: t.exposeInt('rateId', { description: "The rate's id." }),
    rateTitle: t.string({
      description: "The rate's title.",
      resolve: (row, _args, { lang }) => inLanguage<'title', string>(row, 'title', lang),
    }),
  }),
});

const seller = builder.args((t) => ({
  role: t.string({ description: 'Id or name of a role of the viewer; required unless an order is given.' }),
  orderId: t.int({ description: 'An order in the cart, or one that is rebooked: through the role that sold it.' }),
}));

/** The role that sells. @throws not found */
async function sellerOf(context: Context, { role, orderId }: { role?: string | null; orderId?: number | null }) {
  if (typeof orderId !== 'number') return posRole(context, role ?? '');
  const [order] = await readOrders(context.db, context, [orderId]);
  if (!order || !mayRebook(context, order)) throw notFound('Order');
  return { id: order.roleId };
}

builder.queryFields((t) => ({
  sellingRoles: t.field({
    type: [SellingRoleType],
    description:
      'The roles through which the viewer may book: those with a client and the permission to book, by name.',
    resolve: async (_root, _args, context) => {
      const book = context.settings.permissions.book;
      const ids = actorOf(context).roles.flatMap(({ id, permissions }) => (permissions.includes(book) ? [id] : []));
      const roles = await context.db.role.findMany({
        where: { id: { in: ids }, clientId: { not: null } },
        select: { id: true, name: true, client: { select: { name: true } } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      });
      return roles.map(({ client, ...role }) => ({ ...role, clientName: client?.name ?? '' }));
    },
  }),
  sellableProducts: t.prismaField({
    type: [CatalogueProduct],
    description: `The products that a role can sell now, by title, at most ${MAX_PRODUCTS}.`,
    args: { ...seller, search: t.arg.string({ description: 'Part of the title.' }) },
    resolve: async (query, _root, { search, ...by }, context) => {
      const text = search?.trim();
      const sold = [sellableBy([(await sellerOf(context, by)).id]), published];
      return context.db.product.findMany({
        ...query,
        where: { AND: text ? [...sold, whereText('title', { contains: text }, context.lang)] : sold },
        orderBy: [{ title: 'asc' }, { id: 'asc' }],
        take: MAX_PRODUCTS,
      });
    },
  }),
  bookableDepartures: t.field({
    type: [BookableDeparture],
    description: 'The departures of a service level at each rate, by day. Sold-out departures are included.',
    args: {
      ...seller,
      productId: t.arg.int({ required: true, description: 'Id of the product.' }),
      serviceLevelId: t.arg.int({ required: true, description: 'Id of its service level.' }),
      from: t.arg({ type: 'Date', required: true, description: 'First day.' }),
      to: t.arg({ type: 'Date', required: true, description: `Last day, less than ${MAX_DAYS} days later.` }),
    },
    resolve: async (_root, { productId, serviceLevelId, from, to, ...by }, context) => {
      checkFilter({ from, to }, []);
      if (daysBetween(from, to) >= MAX_DAYS)
        throw invalid([{ path: ['to'], message: `must lie within ${MAX_DAYS} days of the first one.` }]);
      const filter = { startDate: from, endDate: to, serviceLevelId };
      return statementRows<Departure>(
        context,
        sql`SELECT offer.id, offer.date, offer.start_time AS "startTime", offer.remaining + coalesce((
              SELECT sum(own.places_held)::int FROM booking own
              WHERE own.order_id = ${fromPlan('orderId', 'int8')} AND own.availability_id = offer.availability_id
            ), 0) AS remaining, r.id AS "rateId", r.title, r.translations
          FROM ${OFFERS} ORDER BY ${OFFERS_ORDER}`,
        {
          ...(await parametersFor(context, await sellerOf(context, by), { productId, filter })),
          orderId: by.orderId ?? null,
        },
      );
    },
  }),
}));

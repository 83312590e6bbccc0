import type { Prisma } from '@channel/prisma';
import { fieldSql, inJson, member, sameRow, values } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { foundRows, rowConnection } from '../shared/found-rows.ts';
import { Prices } from '../shared/money.ts';
import { Node } from '../shared/node.ts';
import { filteredBy, type PageArgs, pagedList } from '../shared/paging.ts';
import { listPlan, onePlan, valuePlan } from '../shared/plans.ts';
import { organizationIdsOf } from '../shared/principals.ts';
import type { Decimal } from '../shared/scalars.ts';
import { ownTags } from '../tags/tag.ts';
import { holdsTag } from '../tags/tag-match.ts';
import type { BookedDetailsShape } from './booked-details.ts';
import { BookedDetails } from './booked-details-types.ts';
import { OrderStatus } from './booking.ts';
import { matchingOrders, meansSomeDays, OrderFilter } from './order-filter.ts';
import { OrderSort, orderOf } from './order-sort.ts';
import { visibleOrders } from './visible-orders.ts';

const Vat = builder.objectRef<{ vatPercentage: Decimal; vatType: string }>('Vat').implement({
  description: 'Value added tax, as it was when the order was created.',
  fields: (t) => ({
    percentage: t.expose('vatPercentage', { type: 'Decimal', description: 'The tax in percent.' }),
    type: t.exposeString('vatType', { description: 'How prices relate to the tax, such as `included`.' }),
  }),
});

export const Order = builder.prismaObject('Order', {
  // Columns are read only if selected: the booked details are large.
  select: { id: true },
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The order's id." }),
    status: t.expose('status', { type: OrderStatus }),
    version: t.exposeInt('version'),
    referenceCode: t.exposeString('referenceCode', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    bookedAt: t.expose('bookedAt', { type: 'DateTime', nullable: true }),
    startsAt: t.expose('startsAt', { type: 'DateTime', nullable: true }),
    endsAt: t.expose('endsAt', { type: 'DateTime', nullable: true }),
    endIsKnown: t.exposeBoolean('endIsKnown'),
    startsAtLocal: t.expose('startsAtLocal', { type: 'LocalDateTime', nullable: true }),
    endsAtLocal: t.expose('endsAtLocal', { type: 'LocalDateTime', nullable: true }),
    timeZone: t.exposeString('timeZone'),
    issuer: t.relation('issuer', { description: 'The user who created it.' }),
    contactPerson: t.relation('contactPerson', {
      nullable: true,
      description: 'The contact person; null until assigned.',
    }),
    tourGuide: t.relation('tourGuide', { nullable: true, description: 'The tour guide; null until assigned.' }),
    client: t.relation('client', { description: 'The buyer.' }),
    city: t.relation('city', { description: 'Where it takes place.' }),
    supplier: t.relation('supplier', { nullable: true, description: 'The supplier; null when none is set.' }),
    vat: t.field({
      type: Vat,
      description: 'Value added tax.',
      extensions: sameRow(),
      select: { vatPercentage: true, vatType: true },
      resolve: (order) => order,
    }),
    bookings: t.relation('bookings', {
      description: 'The bookings, oldest first.',
      query: { orderBy: { id: 'asc' } },
    }),
    passengers: t.relation('passengers', {
      description: 'The passengers, the leader first.',
      query: { orderBy: [{ isLeader: 'desc' }, { position: 'asc' }, { id: 'asc' }] },
    }),
    pickup: t.relation('pickup'),
    dropoff: t.relation('dropoff'),
    tickets: t.relation('tickets', { description: 'Its tickets, oldest first.', query: { orderBy: { id: 'asc' } } }),
    tags: t.relation('tags', ownTags),
    bookedDetails: t.field({
      type: BookedDetails,
      nullable: true,
      description:
        'The product, service level and rates as sold, frozen when booked; null while the order has no booking.',
      extensions: inJson('bookedDetails'),
      select: { bookedDetails: true },
      // Only `bookedDetailsSql` makes this value.
      resolve: (order) => order.bookedDetails as BookedDetailsShape | null,
    }),
    totalPrices: t.field({
      type: Prices,
      description: 'The exact sum of its prices; all null while it has no booking.',
      extensions: fieldSql((row) => ({
        object: values(row, {
          currencyCode: member(row, 'currencyCode'),
          original: member(row, 'totalOriginal'),
          agent: member(row, 'totalAgent'),
          sold: member(row, 'totalSold'),
        }),
      })),
      select: { currencyCode: true, totalOriginal: true, totalAgent: true, totalSold: true },
      resolve: (order) => ({
        currencyCode: order.currencyCode,
        original: order.totalOriginal,
        agent: order.totalAgent,
        sold: order.totalSold,
      }),
    }),
  }),
});

/** The orders that a mutation answers with. */
export type OrderRows = { where: Prisma.OrderWhereInput; orderBy?: Prisma.OrderOrderByWithRelationInput[] };

/** The id that a text can be; undefined for another text. */
export const idIn = (reference: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(reference) && Number.isSafeInteger(Number(reference)) ? Number(reference) : undefined;

/**
 * The id of the visible order that a text refers to: by its id, else by a tag (its value or `key:value`).
 *
 * @throws not found; conflict when several orders have the tag
 */
export async function referencedOrder(context: Context, reference: string): Promise<number> {
  const { db } = context;
  const visible = visibleOrders(context);
  const select = { id: true } as const;
  const id = idIn(reference);
  if (id !== undefined) {
    const byId = await db.order.findFirst({ where: { AND: [{ id }, visible] }, select });
    if (byId) return byId.id;
  }
  const tagged = { tagSet: holdsTag({ text: reference }, organizationIdsOf(context.actor)) };
  const [found, other] = await db.order.findMany({ where: { AND: [tagged, visible] }, select, take: 2 });
  if (!found) throw notFound('Order');
  if (other) throw conflict('More than one order carries this tag.');
  return found.id;
}

const filtered = filteredBy(OrderFilter);
const list = pagedList(15, filtered);
const sorted = builder.args((t) => ({
  sort: t.field({ type: OrderSort, description: 'How the list is sorted; by default newest first.' }),
}));

type Listed = { filter?: typeof OrderFilter.$inferInput | null } & PageArgs;

type Sorted = { sort?: typeof OrderSort.$inferInput | null; after?: number | null };

type Slice = ReturnType<typeof list.slice>;

/** How statements find the orders of a list. */
const found = {
  where: ({ filter }: Listed, context: Context) => matchingOrders(filter, context),
  orderBy: ({ sort }: Sorted) => orderOf(sort),
  sortsMatches: ({ filter, sort }: Listed & Sorted) => meansSomeDays(filter, sort),
};

const ordersPlan = async (args: Listed & Sorted, context: Context): Promise<OrderRows & Partial<Slice>> => {
  const slice = list.slice(args);
  const where = await matchingOrders(args.filter, context);
  const orderBy = orderOf(args.sort);
  if (typeof args.after !== 'number') return { ...slice, where, orderBy };
  const visible = { AND: [{ id: args.after }, visibleOrders(context)] };
  const [after] = await foundRows('Order', { where: visible, orderBy }, context).places({}, { take: 1 });
  const rows = foundRows('Order', { where, orderBy, sortsMatches: found.sortsMatches(args) }, context);
  // After an order that the actor may not see there are none.
  const places = after ? await rows.places({ after: { place: after } }, slice) : [];
  return { where: { id: { in: places.map((place) => Number(place.at(-1))) } }, orderBy };
};

const sortedOrdersPlan = async (args: Listed & Sorted, context: Context) => {
  const plan = await ordersPlan(args, context);
  return 'take' in plan ? { ...plan, sortsMatches: found.sortsMatches(args), isFoundFirst: true } : plan;
};

const orderPlan = async ({ reference }: { reference: string }, context: Context) => ({
  where: { id: await referencedOrder(context, reference) },
});

/** The statement itself finds an order by id. Other references, and unknown ids, need a preflight query. */
const orderPlanById = async ({ reference }: { reference: string }, context: Context) => {
  const id = idIn(reference);
  return id === undefined ? orderPlan({ reference }, context) : { where: { AND: [{ id }, visibleOrders(context)] } };
};

builder.queryFields((t) => ({
  orders: t.prismaField({
    type: ['Order'],
    description: 'The orders that the viewer may see, newest first, in pages.',
    args: {
      ...list.args,
      ...sorted,
      after: t.arg({ type: 'SafeInt', description: 'Id of an order of the list: only the orders after it.' }),
    },
    extensions: listPlan('Order', sortedOrdersPlan, 'always'),
    resolve: async (query, _root, args, context) =>
      context.db.order.findMany({ ...query, ...(await ordersPlan(args, context)) }),
  }),
  ordersMeta: t.field(
    list.compiledMeta('Order', {
      where: ({ filter }, context) => matchingOrders(filter, context),
      count: ({ order }, where) => order.count({ where }),
      preflight: 'always',
      isFoundFirst: true,
    }),
  ),
  ordersConnection: t.field(
    rowConnection(
      'Order',
      Order,
      'The orders that the viewer may see, newest first, by cursors.',
      { ...filtered, ...sorted },
      found,
    ),
  ),
  orderVersion: t.int({
    description: 'The version of an order that the viewer may see.',
    args: { reference: t.arg.string({ required: true, description: 'Its id, or a tag: the value, or `key:value`.' }) },
    extensions: valuePlan('Order', 'version', orderPlanById, 'sometimes'),
    resolve: async (_root, args, context) => {
      const { where } = await orderPlan(args, context);
      return (await context.db.order.findUniqueOrThrow({ where, select: { version: true } })).version;
    },
  }),
  order: t.prismaField({
    type: 'Order',
    description: 'An order that the viewer may see.',
    args: { reference: t.arg.string({ required: true, description: 'Its id, or a tag: the value, or `key:value`.' }) },
    extensions: onePlan('Order', orderPlanById, 'sometimes'),
    resolve: async (query, _root, args, context) =>
      context.db.order.findUniqueOrThrow({ ...query, ...(await orderPlan(args, context)) }),
  }),
}));

import { Prisma } from '@channel/prisma';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { Channel } from '../audit/audit-entry.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { fieldsOf } from '../orders/field-changes.ts';
import { Order } from '../orders/order.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { User } from '../people/user.ts';
import { actorOf, staffOrganizationIds } from '../shared/principals.ts';
import { readOnce } from '../shared/read-once.ts';
import { actorsOf, changePage, type Nodes, type Row } from './change-page.ts';
import { checkPage, eventArguments, pageArguments, pageSize } from './feed-arguments.ts';
import { type FollowedPage, followChanges, pageOrWait, type Reading } from './follow-changes.ts';
import { matchingOrderEvents, OrderEventFilter } from './order-event-filter.ts';
import { OrderEventKind, orderEventKind } from './order-event-kind.ts';
import { type ChangePage, currentCursor, isEntryOfChange, readChanges } from './read-changes.ts';

/** A change of an order, from its entry of the audit log. */
type OrderChange = {
  kind: typeof OrderEventKind.$inferType;
  at: Date;
  orderId: number;
  version: number;
  channel: typeof Channel.$inferType;
  actorId: number | null;
  requestId: string | null;
  before: Prisma.JsonValue;
  after: Prisma.JsonValue;
  pickupId: number;
  dropoffId: number;
};

type OrderEventNode = OrderChange & {
  cursor: string;
  order: () => Promise<Row<'Order'>>;
  actor: () => Promise<Row<'User'>>;
};

const OrderEvent = builder.objectRef<OrderEventNode>('OrderEvent').implement({
  description: 'A change of an order, with the current state of the order.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The cursor after which the next changes are.' }),
    kind: t.expose('kind', { type: OrderEventKind, description: 'The kind of change.' }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'Time of the change. Not ascending: a change comes when it is committed.',
    }),
    orderId: t.exposeInt('orderId', { description: "The order's id." }),
    order: t.field({
      type: Order,
      nullable: true,
      description: 'The order as it is now, with later changes; null when the viewer may no longer see it.',
      resolve: ({ order }) => order(),
    }),
    version: t.exposeInt('version', { description: "The order's version after the change." }),
    changedFields: t.stringList({
      description:
        'The paths of the changed fields, their names joined by dots, as in `OrderFieldChange`: `status`, `pickup.driver`, `leader.lastName`, `tags.room`, `bookings.12.tags.seat`.',
      resolve: (change) => fieldsOf(change, change).map(({ path }) => path.join('.')),
    }),
    channel: t.expose('channel', { type: Channel, description: 'The channel of the change.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description:
        "The user who made the change, for staff of the order's organization and for that user; null for others, and where no user did.",
      resolve: ({ actor }) => actor(),
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The request of the change, for those who see `actor`; null for others, and where there was none.',
    }),
  }),
});

const OrderEventPage = changePage('OrderEventPage', OrderEvent, 'orders');

type Filter = typeof OrderEventFilter.$inferInput | null | undefined;

/**
 * The changed members without their values, and hashes for those of tags: tags may be long, and a page may have many.
 */
const membersOf = (values: Prisma.Sql) => Prisma.sql`(
  SELECT jsonb_object_agg(m.key, CASE jsonb_typeof(m.value) WHEN 'object' THEN
    (SELECT jsonb_object_agg(t.key, md5(t.value::text)) FROM jsonb_each(m.value) AS t) END)
  FROM jsonb_each(${values}) AS m)`;

/** Reads pages of the changes of orders that the caller may see. */
function readingOrders(context: Context, filter: Filter, first: number): Reading<OrderChange> {
  const isStaffOrActor = Prisma.sql`(o.organization_id = ANY (${staffOrganizationIds(context)})
    OR a.actor_id = ${actorOf(context).userId})`;
  const columns = Prisma.sql`${orderEventKind} AS kind, c.at, o.id AS "orderId", coalesce(a.version, 1) AS version,
    coalesce(a.channel, 'system')::text AS channel, CASE WHEN ${isStaffOrActor} THEN a.actor_id END AS "actorId",
    CASE WHEN ${isStaffOrActor} THEN a.request_id END AS "requestId",
    ${membersOf(Prisma.sql`a.before`)} AS before, ${membersOf(Prisma.sql`a.after`)} AS after,
    o.pickup_id AS "pickupId", o.dropoff_id AS "dropoffId"`;
  const joins = Prisma.sql`JOIN orders o ON o.id = c.subject_id LEFT JOIN audit_entry a ON ${isEntryOfChange}`;
  const where = matchingOrderEvents(filter, context);
  return (after) => readChanges<OrderChange>(context.db, { stream: 'orders', columns, joins, where, after, first });
}

/** A page with its orders and users as they are selected. */
function answered(page: ChangePage<OrderChange>, context: Context, info: GraphQLResolveInfo): Nodes<OrderEventNode> {
  const { changes, endCursor, hasNextPage } = page;
  const { db } = context;
  const order = readOnce(() =>
    db.order.findMany({
      ...queryFromInfo({ context, info, path: ['nodes', 'order'] }),
      where: { AND: [{ id: { in: changes.map(({ orderId }) => orderId) } }, visibleOrders(context)] },
    }),
  );
  const actor = actorsOf(context, info, changes);
  const nodes = changes.map((change) => ({
    ...change,
    order: () => order(change.orderId),
    actor: actor(change),
  }));
  return { nodes, endCursor, hasNextPage };
}

const filter = { type: OrderEventFilter, description: 'Narrows the changes.' } as const;

builder.queryFields((t) => ({
  orderEvents: t.field({
    type: OrderEventPage,
    description:
      'Changes of the orders that the viewer may see, in the order of their commits, after a cursor. A change that is committed later comes later: a reader that follows by `endCursor` misses none and reads none twice. Orders in the cart are included.',
    args: { ...pageArguments, filter: t.arg(filter) },
    resolve: async (_root, { after, first, waitSeconds, filter: wanted }, context, info) => {
      checkPage({ first, waitSeconds });
      const read = readingOrders(context, wanted, pageSize(first));
      return answered(await pageOrWait(context, 'orders', waitSeconds ?? 0, after, read), context, info);
    },
  }),
  orderEventsCursor: t.string({
    description:
      'The cursor behind the newest change of orders. To copy all orders and then follow them: take this cursor first, then read the orders, then read `orderEvents` after it.',
    resolve: (_root, _args, context) => currentCursor(context.db, 'orders'),
  }),
}));

builder.subscriptionField('orderEvents', (t) =>
  t.field({
    type: OrderEventPage,
    description:
      'The changes that the query of the same name answers with, as they are committed. Each event of the stream has the cursor as its `id`: a client that sends it as `Last-Event-ID` misses none and reads none twice.',
    args: { ...eventArguments, filter: t.arg(filter) },
    subscribe: (_root, { after, first, filter: wanted }, context) => {
      checkPage({ first });
      return followChanges(context, 'orders', after, readingOrders(context, wanted, pageSize(first, true)));
    },
    resolve: ({ page }: FollowedPage<OrderChange>, _args, context, info) => answered(page, context, info),
  }),
);

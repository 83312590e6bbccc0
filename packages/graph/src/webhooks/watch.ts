import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { actorOf } from '../people/principals.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { visibleDeliveries } from './staff-access.ts';
import './webhook-types.ts';

type OrderNotice = { orderId: number; version: number };

const OrderNews = builder.objectRef<OrderNotice>('OrderNews').implement({
  description: 'An order was made or changed.',
  fields: (t) => ({
    orderId: t.exposeInt('orderId', { description: "The order's id." }),
    version: t.exposeInt('version', { description: "The order's version after the change." }),
    order: t.prismaField({
      type: 'Order',
      nullable: true,
      description: 'The order, as it is by now; null when the viewer may not see it any more.',
      resolve: (query, { orderId }, _args, context) =>
        context.db.order.findFirst({ ...query, where: { AND: [{ id: orderId }, visibleOrders(context)] } }),
    }),
  }),
});

const DeliveryNews = builder.objectRef<{ deliveryId: number }>('WebhookDeliveryNews').implement({
  description: 'A webhook delivery was tried or given up.',
  fields: (t) => ({
    deliveryId: t.exposeInt('deliveryId', { description: "The delivery's id." }),
    delivery: t.prismaField({
      type: 'WebhookDelivery',
      nullable: true,
      description: 'The delivery, as it is by now; null when the viewer may not see it any more.',
      resolve: (query, { deliveryId }, _args, context) =>
        context.db.webhookDelivery.findFirst({
          ...query,
          where: { AND: [{ id: deliveryId }, visibleDeliveries(context)] },
        }),
    }),
  }),
});

async function* orderNews(
  notices: AsyncIterable<{ orders: OrderNotice[] }>,
  context: Context,
  ids: readonly number[] | null | undefined,
): AsyncGenerator<OrderNotice> {
  for await (const { orders } of notices) {
    const requested = ids ? orders.filter(({ orderId }) => ids.includes(orderId)) : orders;
    if (requested.length === 0) continue;
    const visible = await context.live.look(() =>
      context.db.order.findMany({
        where: { AND: [{ id: { in: requested.map(({ orderId }) => orderId) } }, visibleOrders(context)] },
        select: { id: true },
      }),
    );
    const known = new Set(visible.map(({ id }) => id));
    yield* requested.filter(({ orderId }) => known.has(orderId));
  }
}

type Watched = { endpointId?: number | null; orderId?: number | null };

async function* deliveryNews(
  notices: AsyncIterable<{ deliveryId: number }>,
  context: Context,
  { endpointId, orderId }: Watched,
): AsyncGenerator<{ deliveryId: number }> {
  for await (const { deliveryId } of notices) {
    const where = {
      AND: [
        { id: deliveryId },
        typeof endpointId === 'number' ? { endpointId } : {},
        typeof orderId === 'number' ? { orderId } : {},
        visibleDeliveries(context),
      ],
    };
    if ((await context.live.look(() => context.db.webhookDelivery.count({ where }))) > 0) yield { deliveryId };
  }
}

builder.subscriptionFields((t) => ({
  orderNews: t.field({
    type: OrderNews,
    description: 'Orders that are made or changed, by whomever, as they are committed.',
    args: { orderIds: t.arg.intList({ description: 'These orders alone.' }) },
    subscribe: async (_root, { orderIds }, context) => {
      checkFilter({ orderIds }, []);
      actorOf(context);
      return orderNews(await context.live.orders(), context, orderIds);
    },
    resolve: (notice) => notice,
  }),
  webhookDeliveryNews: t.field({
    type: DeliveryNews,
    description: 'Webhook deliveries that were tried or given up, for staff, as they happen.',
    args: {
      endpointId: t.arg.int({ description: 'To this endpoint alone.' }),
      orderId: t.arg.int({ description: 'Of this order alone.' }),
    },
    subscribe: async (_root, args, context) => {
      actorOf(context);
      return deliveryNews(await context.live.deliveries(), context, args);
    },
    resolve: (notice) => notice,
  }),
}));

import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { actorOf } from '../shared/principals.ts';
import { visibleDeliveries } from './staff-access.ts';
import './webhook-types.ts';

type OrderNotice = { orderId: number; version: number };

const OrderNews = builder.objectRef<OrderNotice>('OrderNews').implement({
  description: 'An order was created or changed.',
  fields: (t) => ({
    orderId: t.exposeInt('orderId', { description: "The order's id." }),
    version: t.exposeInt('version', { description: "The order's version after the change." }),
    order: t.prismaField({
      type: 'Order',
      nullable: true,
      description: 'The current state of the order; null when the viewer may no longer see it.',
      resolve: (query, { orderId }, _args, context) =>
        context.db.order.findFirst({ ...query, where: { AND: [{ id: orderId }, visibleOrders(context)] } }),
    }),
  }),
});

const DeliveryNews = builder.objectRef<{ deliveryId: number }>('WebhookDeliveryNews').implement({
  description: 'A webhook delivery was attempted or given up.',
  fields: (t) => ({
    deliveryId: t.exposeInt('deliveryId', { description: "The delivery's id." }),
    delivery: t.prismaField({
      type: 'WebhookDelivery',
      nullable: true,
      description: 'The current state of the delivery; null when the viewer may no longer see it.',
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
    description: 'Orders that are created or changed by any user, sent when the change is committed.',
    args: { orderIds: t.arg.intList({ description: 'Only these orders.' }) },
    subscribe: async (_root, { orderIds }, context) => {
      checkFilter({ orderIds }, []);
      actorOf(context);
      return orderNews(await context.live.orders(), context, orderIds);
    },
    resolve: (notice) => notice,
  }),
  webhookDeliveryNews: t.field({
    type: DeliveryNews,
    description: 'Webhook deliveries that were attempted or given up, sent as they happen. For staff.',
    args: {
      endpointId: t.arg.int({ description: 'Only deliveries to this endpoint.' }),
      orderId: t.arg.int({ description: 'Only deliveries of this order.' }),
    },
    subscribe: async (_root, args, context) => {
      actorOf(context);
      return deliveryNews(await context.live.deliveries(), context, args);
    },
    resolve: (notice) => notice,
  }),
}));

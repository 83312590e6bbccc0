import { actorOf as actorById } from '@channel/auth';
import type { Prisma } from '@channel/prisma';
import { sendTest } from '@channel/webhooks';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, UNKNOWN_ID } from '../errors.ts';
import { newestFirst } from '../orders/order-sort.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { audit } from '../shared/audit.ts';
import { changeEndpoint, endpointId, type ManagedEndpoint } from './staff-access.ts';
import './webhook-types.ts';

/** An order that the endpoint could be told of. @throws a validation error for one that it could not; conflict without any */
async function orderFor(context: Context, endpoint: ManagedEndpoint, id: number | null | undefined) {
  const requested = typeof id === 'number' ? [{ id }] : [];
  const order = await context.db.order.findFirst({
    where: {
      AND: [...requested, { organizationId: endpoint.organizationId }, ...(await seenByBoth(context, endpoint))],
    },
    select: { id: true, version: true, organizationId: true },
    orderBy: newestFirst,
  });
  if (order) return order;
  if (typeof id === 'number') throw invalid([{ path: ['orderId'], message: UNKNOWN_ID }]);
  throw conflict('There is no order yet that could be sent.');
}

/** A test shows the endpoint no order that its owner could not see. */
async function seenByBoth(context: Context, { ownerId }: ManagedEndpoint): Promise<Prisma.OrderWhereInput[]> {
  if (ownerId === null) return [visibleOrders(context)];
  const owner = await actorById(context.db, ownerId);
  return [visibleOrders(context), visibleOrders({ ...context, actor: owner })];
}

builder.mutationField('testWebhookEndpoint', (t) =>
  t.prismaField({
    type: 'WebhookDelivery',
    description:
      'Sends an order as it is now to an endpoint, to try it: a real event, signed, with the header `X-Webhook-Test`, tried once, also while the endpoint is switched off. Answers with the delivery; how it went shows there.',
    args: {
      id: t.arg.int(endpointId),
      orderId: t.arg.int({ description: 'The order; without it the newest one.' }),
    },
    resolve: async (query, _root, { id, orderId }, context) => {
      const deliveryId = await changeEndpoint(context, id, async (tx, endpoint) => {
        const order = await orderFor({ ...context, db: tx }, endpoint, orderId);
        const { organizationId, version } = order;
        const event = await context.describe(tx, context, { orderId: order.id, version, organizationId });
        const made = await sendTest(tx, id, {
          id: event.id,
          kind: event.kind,
          payload: event.body,
          organizationId,
          orderId: order.id,
          sequence: version,
          actorId: context.actor?.userId ?? null,
          requestId: context.requestId,
          createdAt: context.now,
        });
        const line = { action: 'webhook-endpoint.test', entity: 'webhook-endpoint', entityId: id, organizationId };
        await audit(tx, context, [{ ...line, after: { orderId: order.id, eventId: event.id } }]);
        return made;
      });
      return context.db.webhookDelivery.findUniqueOrThrow({ ...query, where: { id: deliveryId } });
    },
  }),
);

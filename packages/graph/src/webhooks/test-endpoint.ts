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

/**
 * An order that the endpoint may receive.
 *
 * @throws a validation error for an order that it may not receive; conflict without any order
 */
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
  throw conflict('There is no order to send to this endpoint yet.');
}

/** A test sends the endpoint no order that its owner may not see. */
async function seenByBoth(context: Context, { ownerId }: ManagedEndpoint): Promise<Prisma.OrderWhereInput[]> {
  if (ownerId === null) return [visibleOrders(context)];
  const owner = await actorById(context.db, ownerId, context.now);
  return [visibleOrders(context), visibleOrders({ ...context, actor: owner })];
}

builder.mutationField('testWebhookEndpoint', (t) =>
  t.prismaField({
    type: 'WebhookDelivery',
    description:
      'Sends the current state of an order to an endpoint as a test: a real, signed event with the header `X-Webhook-Test`, in one attempt, also while the endpoint is switched off. Returns the delivery, which shows the result.',
    args: {
      id: t.arg.int(endpointId),
      orderId: t.arg.int({ description: 'The order; by default the newest one.' }),
    },
    resolve: async (query, _root, { id, orderId }, context) => {
      const deliveryId = await changeEndpoint(context, { id }, async (tx, endpoint) => {
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
          traceparent: context.traceparent,
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

import { requestHeaders } from '@channel/webhooks';
import { builder } from '../builder.ts';
import { conflict, notFound } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { ANSWERS_SECRET } from '../shared/idempotency-key.ts';
import { visibleDeliveries } from './staff-access.ts';
import './webhook-types.ts';

type SignedRequest = { url: string; headers: Record<string, string>; body: string };

const WebhookSignedRequest = builder.objectRef<SignedRequest>('WebhookSignedRequest').implement({
  description: 'A request to a receiver with a valid signature, ready to be sent by hand.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The current address of the endpoint.' }),
    headers: t.field({
      type: 'Unknown',
      description: 'The headers, by name. Receivers accept the signature for a few minutes.',
      resolve: ({ headers }) => headers,
    }),
    body: t.exposeString('body', { description: 'The body, byte for byte.' }),
  }),
});

builder.mutationField('signWebhookDelivery', (t) =>
  t.field({
    extensions: ANSWERS_SECRET,
    type: WebhookSignedRequest,
    description:
      "Signs the body of a delivery again with the endpoint's current secret, so that it can be sent by hand. The secret does not leave the server. Nothing is sent and no delivery changes; the audit log records the signing. For users who may send the delivery again.",
    args: { id: t.arg.int({ required: true, description: "The delivery's id." }) },
    resolve: async (_root, { id }, context) => {
      const { db, now, settings } = context;
      const delivery = await db.webhookDelivery.findFirst({
        where: { AND: [{ id }, visibleDeliveries(context)] },
        select: {
          event: {
            select: { id: true, sequence: true, isTest: true, payload: true, orderId: true, organizationId: true },
          },
          endpoint: {
            select: { url: true, secret: true, previousSecret: true, previousSecretExpiresAt: true, deletedAt: true },
          },
        },
      });
      if (!delivery) throw notFound('Webhook delivery');
      const { event, endpoint } = delivery;
      const { payload: body, organizationId, sequence, isTest } = event;
      if (body === null) throw conflict('The body of this event was erased.');
      if (endpoint.deletedAt !== null) throw conflict('The endpoint was deleted.');
      const headers = requestHeaders(settings, { ...endpoint, eventId: event.id, sequence, isTest }, body, now);
      const line = { action: 'webhook-delivery.sign', entity: 'order', entityId: event.orderId, organizationId };
      await audit(db, context, [{ ...line, after: { deliveryId: id, eventId: event.id } }]);
      return { url: endpoint.url, headers, body };
    },
  }),
);

import { inTransaction, type Tx } from '@channel/prisma';
import {
  MAX_REPEATS,
  outdatedAmong,
  type Repeat,
  type RepeatSelection,
  repeatable,
  repeatDeliveries,
} from '@channel/webhooks';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { principalsOf } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { staffOrganizationIds, visibleDeliveries } from './staff-access.ts';
import './webhook-types.ts';

const WebhookRedeliverySelection = builder.inputType('WebhookRedeliverySelection', {
  description:
    'Selects undelivered events: deliveries that failed or were skipped, unless another delivery of the same event to the same endpoint succeeded or is pending, and events that an endpoint missed while it was switched off. At least one member besides `includeSucceeded` is required; each narrows further.',
  fields: (t) => ({
    deliveryIds: t.intList({ description: 'Among these deliveries.' }),
    endpointId: t.int({ description: 'To this endpoint.' }),
    orderId: t.int({ description: 'Of this order.' }),
    since: t.field({ type: 'DateTime', description: 'Of events at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Of events before this time.' }),
    includeSucceeded: t.boolean({
      description: 'Also successful deliveries: for a receiver that lost its data. Default: false.',
    }),
  }),
});

type Selection = typeof WebhookRedeliverySelection.$inferInput;

/** @throws a validation error for a selection without a filter */
function selected(context: Context, selection: Selection): RepeatSelection {
  checkFilter(selection, ['selection']);
  const { deliveryIds, endpointId, orderId, since, until, includeSucceeded } = selection;
  if ([deliveryIds, endpointId, orderId, since, until].every((member) => member === undefined || member === null)) {
    throw invalid([{ path: ['selection'], message: 'must have at least one member besides includeSucceeded.' }]);
  }
  return {
    organizationIds: staffOrganizationIds(context),
    principals: principalsOf(context),
    deliveryIds: deliveryIds ?? undefined,
    endpointId: endpointId ?? undefined,
    orderId: orderId ?? undefined,
    since: since ?? undefined,
    until: until ?? undefined,
    includeSucceeded: includeSucceeded ?? false,
    allOrders: context.settings.permissions.allOrders,
  };
}

/** Writes one audit entry per organization with the repeated deliveries and the missed events that were sent. */
async function noted(
  tx: Tx,
  context: Context,
  repeats: readonly Repeat[],
  selection: Selection | undefined,
): Promise<void> {
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { id: { in: [...new Set(repeats.map(({ endpointId }) => endpointId))] } },
    select: { id: true, organizationId: true },
  });
  const organizationOf = new Map(endpoints.map(({ id, organizationId }) => [id, organizationId]));
  const lines = [...new Set(organizationOf.values())].map((organizationId) => {
    const own = repeats.filter(({ endpointId }) => organizationOf.get(endpointId) === organizationId);
    const missed = own.filter(({ deliveryId }) => deliveryId === null).map(({ eventId }) => eventId);
    return {
      action: 'webhook-delivery.redeliver',
      entity: 'organization',
      entityId: organizationId,
      organizationId,
      after: {
        deliveries: own.flatMap(({ deliveryId }) => (deliveryId === null ? [] : [deliveryId])),
        ...(missed.length > 0 ? { missedEvents: missed } : {}),
        ...(selection ? { selection: JSON.parse(JSON.stringify(selection)) } : {}),
      },
    };
  });
  await audit(tx, context, lines);
}

/** Serializes concurrent requests: the second one finds the deliveries of the first pending. */
const waitForOthers = (tx: Tx, { organizationIds }: RepeatSelection) =>
  lockRows(tx, 'Organization', { id: { in: organizationIds } });

const selectionArg = builder.args((t) => ({
  selection: t.field({ type: WebhookRedeliverySelection, required: true, description: 'Which deliveries.' }),
}));

builder.queryFields((t) => ({
  webhookRedeliveryCount: t.int({
    description: `How many deliveries \`redeliverWebhooks\` would send again: at most ${MAX_REPEATS} at a time.`,
    args: selectionArg,
    resolve: async (_root, { selection }, context) =>
      (await repeatable(context.db, selected(context, selection))).length,
  }),
  webhookRedeliveryOutdatedCount: t.int({
    description:
      'The number of these deliveries whose order has changed since the event: sent again, they carry outdated data.',
    args: selectionArg,
    resolve: async (_root, { selection }, context) =>
      outdatedAmong(context.db, await repeatable(context.db, selected(context, selection))),
  }),
}));

builder.mutationFields((t) => ({
  redeliverWebhook: t.prismaField({
    type: 'WebhookDelivery',
    description:
      'Sends the event of a finished delivery again: the same event and body, with the current address and secret, in one attempt. Neither the record of the original nor the health of the endpoint changes. Returns the new delivery.',
    args: { id: t.arg.int({ required: true, description: "The delivery's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const repeated = await inTransaction(context.db, async (tx) => {
        const delivery = await tx.webhookDelivery.findFirst({
          where: { AND: [{ id }, visibleDeliveries({ ...context, db: tx })] },
          select: {
            status: true,
            eventId: true,
            endpointId: true,
            endpoint: { select: { deletedAt: true } },
            event: { select: { payload: true } },
          },
        });
        if (!delivery) throw notFound('Webhook delivery');
        if (delivery.status === 'pending') throw conflict('The delivery is still pending.');
        if (delivery.event.payload === null) throw conflict('The body of this event was erased.');
        if (delivery.endpoint.deletedAt !== null) throw conflict('The endpoint was deleted.');
        const repeats = [{ deliveryId: id, eventId: delivery.eventId, endpointId: delivery.endpointId }];
        const [made] = await repeatDeliveries(tx, repeats, context.now);
        await noted(tx, context, repeats, undefined);
        return made;
      });
      return context.db.webhookDelivery.findUniqueOrThrow({ ...query, where: { id: repeated ?? 0 } });
    },
  }),
  redeliverWebhooks: t.int({
    description:
      'Sends deliveries again (by default only undelivered ones), like `redeliverWebhook`, the events of each order in sequence. Returns the number of deliveries.',
    args: {
      ...selectionArg,
      atMost: t.arg.int({
        required: true,
        description: 'The count that was shown (`webhookRedeliveryCount`): refused when it would be more now.',
      }),
    },
    resolve: async (_root, { selection, atMost }, context) =>
      inTransaction(context.db, async (tx) => {
        const wanted = selected(context, selection);
        await waitForOthers(tx, wanted);
        const repeats = await repeatable(tx, wanted);
        if (repeats.length > atMost)
          throw conflict(`The selection now has ${repeats.length} deliveries, not ${atMost}. Review it again.`);
        if (repeats.length === 0) return 0;
        const made = await repeatDeliveries(tx, repeats, context.now);
        await noted(tx, context, repeats, selection);
        return made.length;
      }),
  }),
}));

import { inTransaction, type Tx } from '@channel/prisma';
import { MOST_REPEATS, outdatedAmong, type RepeatSelection, repeatable, repeatDeliveries } from '@channel/webhooks';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { principalsOf } from '../people/principals.ts';
import { audit } from '../shared/audit.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { staffedBy, visibleDeliveries } from './staff-access.ts';
import './webhook-types.ts';

const WebhookRedeliverySelection = builder.inputType('WebhookRedeliverySelection', {
  description:
    'Names deliveries that never arrived: failed or skipped, with nothing of the same event to the same endpoint that arrived or is on its way. At least one member besides `includeSucceeded`; each narrows further.',
  fields: (t) => ({
    deliveryIds: t.intList({ description: 'Among these deliveries.' }),
    endpointId: t.int({ description: 'To this endpoint.' }),
    orderId: t.int({ description: 'Of this order.' }),
    since: t.field({ type: 'DateTime', description: 'Of events that happened then or later.' }),
    until: t.field({ type: 'DateTime', description: 'Of events that happened before.' }),
    includeSucceeded: t.boolean({
      description: 'Those that arrived, too: for a receiver that lost what it had. False unless given.',
    }),
  }),
});

type Selection = typeof WebhookRedeliverySelection.$inferInput;

/** @throws a validation error for a selection that names everything */
function selected(context: Context, selection: Selection): RepeatSelection {
  checkFilter(selection, ['selection']);
  const { deliveryIds, endpointId, orderId, since, until, includeSucceeded } = selection;
  if ([deliveryIds, endpointId, orderId, since, until].every((member) => member === undefined || member === null)) {
    throw invalid([{ path: ['selection'], message: 'must name deliveries by at least one member.' }]);
  }
  return {
    organizationIds: staffedBy(context),
    principals: principalsOf(context),
    deliveryIds: deliveryIds ?? undefined,
    endpointId: endpointId ?? undefined,
    orderId: orderId ?? undefined,
    since: since ?? undefined,
    until: until ?? undefined,
    includeSucceeded: includeSucceeded ?? false,
  };
}

/** One line for each organization: which deliveries, by whom. */
async function noted(tx: Tx, context: Context, ids: number[], selection: Selection | undefined): Promise<void> {
  const rows = await tx.webhookDelivery.findMany({
    where: { id: { in: ids } },
    select: { id: true, event: { select: { organizationId: true } } },
  });
  const organizations = [...new Set(rows.map(({ event }) => event.organizationId))];
  await audit(
    tx,
    context,
    organizations.map((organizationId) => ({
      action: 'webhook-delivery.redeliver',
      entity: 'organization',
      entityId: organizationId,
      organizationId,
      after: {
        deliveries: rows.filter(({ event }) => event.organizationId === organizationId).map(({ id }) => id),
        ...(selection ? { selection: JSON.parse(JSON.stringify(selection)) } : {}),
      },
    })),
  );
}

/** Who asks for the same at the same time finds it on its way. */
const waitForOthers = (tx: Tx, { organizationIds }: RepeatSelection) =>
  tx.$queryRaw`SELECT id FROM organization WHERE id = ANY (${organizationIds}) ORDER BY id FOR NO KEY UPDATE`;

const selectionArg = builder.args((t) => ({
  selection: t.field({ type: WebhookRedeliverySelection, required: true, description: 'Which deliveries.' }),
}));

builder.queryFields((t) => ({
  webhookRedeliveryCount: t.int({
    description: `How many deliveries \`redeliverWebhooks\` would send again: never more than ${MOST_REPEATS} at a time.`,
    args: selectionArg,
    resolve: async (_root, { selection }, context) =>
      (await repeatable(context.db, selected(context, selection))).length,
  }),
  webhookRedeliveryOutdatedCount: t.int({
    description:
      'How many of them carry an event of an order that has changed since: sent again, they tell receivers what is no longer so.',
    args: selectionArg,
    resolve: async (_root, { selection }, context) =>
      outdatedAmong(context.db, await repeatable(context.db, selected(context, selection))),
  }),
}));

builder.mutationFields((t) => ({
  redeliverWebhook: t.prismaField({
    type: 'WebhookDelivery',
    description:
      'Sends what a finished delivery carried once more: the same event and body, by the present address and secret, one attempt. The record of the original stays, and so does the health of the endpoint. Answers with the new delivery.',
    args: { id: t.arg.int({ required: true, description: "The delivery's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const repeated = await inTransaction(context.db, async (tx) => {
        const delivery = await tx.webhookDelivery.findFirst({
          where: { AND: [{ id }, visibleDeliveries({ ...context, db: tx })] },
          select: { status: true, event: { select: { payload: true } } },
        });
        if (!delivery) throw notFound('Webhook delivery');
        if (delivery.status === 'pending') throw conflict('The delivery is still on its way.');
        if (delivery.event.payload === null) throw conflict('The body of this event was erased.');
        const [made] = await repeatDeliveries(tx, [id], context.now);
        await noted(tx, context, [id], undefined);
        return made;
      });
      return context.db.webhookDelivery.findUniqueOrThrow({ ...query, where: { id: repeated ?? 0 } });
    },
  }),
  redeliverWebhooks: t.int({
    description:
      'Sends deliveries again (those that never arrived, unless more is said), as `redeliverWebhook` does, the events of each order in their order. Answers how many.',
    args: {
      ...selectionArg,
      atMost: t.arg.int({
        required: true,
        description: 'The count that was shown (`webhookRedeliveryCount`): refused when it would be more by now.',
      }),
    },
    resolve: async (_root, { selection, atMost }, context) =>
      inTransaction(context.db, async (tx) => {
        const wanted = selected(context, selection);
        await waitForOthers(tx, wanted);
        const ids = await repeatable(tx, wanted);
        if (ids.length > atMost) throw conflict(`These are ${ids.length} deliveries by now, not ${atMost}.`);
        if (ids.length === 0) return 0;
        const made = await repeatDeliveries(tx, ids, context.now);
        await noted(tx, context, ids, selection);
        return made.length;
      }),
  }),
}));

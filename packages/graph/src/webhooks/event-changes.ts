import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { isEventId } from './event-id.ts';
import { changesBetween, type JsonChange } from './json-changes.ts';
import { visibleEvents } from './staff-access.ts';

const Against = builder.enumType('WebhookEventComparison', {
  description: 'What an event is compared with.',
  values: {
    previous: { description: "The order's previous event: what the event told that was new." },
    now: { description: 'The order as it is now: what the event, sent again, would tell that is no longer so.' },
  } as const,
});

const WebhookChange = builder.objectRef<JsonChange>('WebhookChange').implement({
  description: 'A member of the order, as webhooks spell it, that differs.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Where it stands, such as `bookings[id=7].status`.' }),
    before: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'Its value in the older one; null where it is missing or null.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'Its value in the younger one; null where it is missing or null.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
});

type Subject = { orderId: number; sequence: number; isTest: boolean; payload: string };

const dataOf = (body: string): unknown => (JSON.parse(body) as { data: unknown }).data;

/** @throws conflict when there is nothing to compare with */
async function bodyBefore({ db }: Context, { orderId, sequence, isTest }: Subject): Promise<string> {
  const previous = await db.webhookEvent.findFirst({
    // A test shows the version that the last change told of already.
    where: { orderId, sequence: isTest ? { lte: sequence } : { lt: sequence }, isTest: false },
    orderBy: { sequence: 'desc' },
    select: { payload: true },
  });
  if (!previous) throw conflict('This is the first event of the order.');
  if (previous.payload === null) throw conflict('The body of the previous event was erased.');
  return previous.payload;
}

async function bodyNow(context: Context, { orderId }: Subject): Promise<string> {
  const { db } = context;
  const { version, organizationId } = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { version: true, organizationId: true },
  });
  return (await context.describe(db, context, { orderId, version, organizationId })).body;
}

builder.queryField('webhookEventChanges', (t) =>
  t.field({
    type: [WebhookChange],
    description: 'What differs between an event and the previous event of its order, or the order now.',
    args: {
      id: t.arg.string({ required: true, description: "The event's id." }),
      against: t.arg({ type: Against, required: true, description: 'What to compare with.' }),
    },
    resolve: async (_root, { id, against }, context) => {
      const event = isEventId(id)
        ? await context.db.webhookEvent.findFirst({
            where: { AND: [{ id }, visibleEvents(context)] },
            select: { orderId: true, sequence: true, isTest: true, payload: true },
          })
        : null;
      if (!event) throw notFound('Webhook event');
      const { payload } = event;
      if (payload === null) throw conflict('The body of this event was erased.');
      const subject = { ...event, payload };
      return against === 'previous'
        ? changesBetween(dataOf(await bodyBefore(context, subject)), dataOf(payload))
        : changesBetween(dataOf(payload), dataOf(await bodyNow(context, subject)));
    },
  }),
);

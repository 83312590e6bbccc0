import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { isEventId } from './event-id.ts';
import { changesBetween, type JsonChange } from './json-changes.ts';
import { visibleEvents } from './staff-access.ts';

const Against = builder.enumType('WebhookEventComparison', {
  description: 'The version with which an event is compared.',
  values: {
    previous: { description: "The order's previous event: shows what was new in the event." },
    now: { description: 'The current order: shows which members of the event are outdated.' },
  } as const,
});

const WebhookChange = builder.objectRef<JsonChange>('WebhookChange').implement({
  description: 'A member of the order that differs, with its name in webhooks.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path of the member, such as `bookings[id=7].status`.' }),
    before: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'Its value in the older version; null where it is missing or null.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'Its value in the newer version; null where it is missing or null.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
});

type Subject = { orderId: number; sequence: number; isTest: boolean; payload: string };

const dataOf = (body: string): unknown => (JSON.parse(body) as { data: unknown }).data;

/** The body of the previous event. @throws conflict when there is none, or when it was erased */
async function bodyBefore({ db }: Context, { orderId, sequence, isTest }: Subject): Promise<string> {
  const previous = await db.webhookEvent.findFirst({
    // A test event has the version of the change before it.
    where: { orderId, sequence: isTest ? { lte: sequence } : { lt: sequence }, isTest: false },
    orderBy: { sequence: 'desc' },
    select: { payload: true },
  });
  if (!previous) throw conflict('This is the first event of the order: there is no earlier one to compare with.');
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
    description: 'The differences between an event and the previous event of its order, or the current order.',
    args: {
      id: t.arg.string({ required: true, description: "The event's id." }),
      against: t.arg({ type: Against, required: true, description: 'The version to compare with.' }),
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

import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { matchingOrders } from '../orders/order-filter.ts';
import { checkNodeScopes } from '../scopes/check-scopes.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { likeText } from '../shared/text.ts';
import { isEventId } from './event-id.ts';
import { visibleDeliveries, visibleEvents } from './staff-access.ts';
import { WebhookDeliveryCause, WebhookDeliveryStatus } from './webhook-types.ts';

export const WebhookEventFilter = builder.inputType('WebhookEventFilter', {
  description: 'Which events to list; every member narrows further.',
  fields: (t) => ({
    orderIds: t.intList({ description: 'Of any of these orders.' }),
    endpointIds: t.intList({ description: 'With a delivery to any of these endpoints.' }),
    statuses: t.field({ type: [WebhookDeliveryStatus], description: 'With a delivery with any of these statuses.' }),
    since: t.field({ type: 'DateTime', description: 'Created at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Happened before.' }),
    search: t.string({
      description:
        "The event's id, the order's id, or part of the order's reference code, of a tag or of the name of a passenger.",
    }),
  }),
});

export const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'Which deliveries to list; every member narrows further.',
  fields: (t) => ({
    orderIds: t.intList({ description: 'Of any of these orders.' }),
    eventIds: t.stringList({ description: 'Of any of these events.' }),
    endpointIds: t.intList({ description: 'To any of these endpoints.' }),
    statuses: t.field({ type: [WebhookDeliveryStatus], description: 'With any of these statuses.' }),
    causes: t.field({ type: [WebhookDeliveryCause], description: 'For any of these causes.' }),
    hasFailedAttempt: t.boolean({
      description: 'True: at least one attempt failed, whatever the result of the delivery; false: no attempt failed.',
    }),
    since: t.field({ type: 'DateTime', description: 'Created at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Made before.' }),
    search: t.string({
      description:
        "The event's id, the order's id, or part of the endpoint's address, of the order's reference code, of a tag or of the name of a passenger.",
    }),
  }),
});

const within = ({ since, until }: { since?: Date | null; until?: Date | null }) => ({
  ...(since ? { gte: since } : {}),
  ...(until ? { lt: until } : {}),
});

/** An attempt without a complete successful response. */
const FAILED: Prisma.WebhookAttemptWhereInput = {
  OR: [
    { error: { not: null } },
    { responseStatus: null },
    { responseStatus: { lt: 200 } },
    { responseStatus: { gte: 300 } },
  ],
};

const insensitive = (text: string) => ({ contains: likeText(text), mode: 'insensitive' as const });

/** Orders that match a search text of staff: as in the list of orders, or by the reference code. */
async function ordersLike(search: string, context: Context): Promise<Prisma.OrderWhereInput> {
  // Whether something is found shows what orders hold.
  checkNodeScopes(context, [{ type: 'Order', path: ['filter', 'search'] }]);
  return { OR: [await matchingOrders({ search }, context), { referenceCode: insensitive(search) }] };
}

/** The events that the actor may see and that match a filter. */
export async function matchingEvents(
  filter: typeof WebhookEventFilter.$inferInput | null | undefined,
  context: Context,
): Promise<Prisma.WebhookEventWhereInput> {
  if (!filter) return visibleEvents(context);
  checkFilter(filter);
  const { orderIds, endpointIds, statuses } = filter;
  const search = filter.search?.trim();
  const delivery = {
    ...(endpointIds ? { endpointId: { in: endpointIds } } : {}),
    ...(statuses ? { status: { in: statuses } } : {}),
  };
  return {
    AND: [
      visibleEvents(context),
      ...(orderIds ? [{ orderId: { in: orderIds } }] : []),
      ...(endpointIds || statuses ? [{ deliveries: { some: delivery } }] : []),
      ...(filter.since || filter.until ? [{ createdAt: within(filter) }] : []),
      ...(search ? [isEventId(search) ? { id: search } : { order: await ordersLike(search, context) }] : []),
    ],
  };
}

/** The deliveries that the actor may see and that match a filter. */
export async function matchingDeliveries(
  filter: typeof WebhookDeliveryFilter.$inferInput | null | undefined,
  context: Context,
): Promise<Prisma.WebhookDeliveryWhereInput> {
  if (!filter) return visibleDeliveries(context);
  checkFilter(filter);
  const { orderIds, eventIds, endpointIds, statuses, causes, hasFailedAttempt } = filter;
  const search = filter.search?.trim();
  return {
    AND: [
      visibleDeliveries(context),
      ...(orderIds ? [{ orderId: { in: orderIds } }] : []),
      ...(eventIds ? [{ eventId: { in: eventIds.filter((id) => isEventId(id)) } }] : []),
      ...(endpointIds ? [{ endpointId: { in: endpointIds } }] : []),
      ...(statuses ? [{ status: { in: statuses } }] : []),
      ...(causes ? [{ cause: { in: causes } }] : []),
      ...(typeof hasFailedAttempt === 'boolean'
        ? [{ attempts: hasFailedAttempt ? { some: FAILED } : { none: FAILED } }]
        : []),
      ...(filter.since || filter.until ? [{ createdAt: within(filter) }] : []),
      ...(search ? [await deliveriesLike(search, context)] : []),
    ],
  };
}

async function deliveriesLike(search: string, context: Context): Promise<Prisma.WebhookDeliveryWhereInput> {
  if (isEventId(search)) return { eventId: search };
  const order = await ordersLike(search, context);
  return { OR: [{ endpoint: { url: insensitive(search) } }, { event: { order } }] };
}

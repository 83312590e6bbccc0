import { builder } from '../builder.ts';
import { notFound } from '../errors.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { filteredBy, pagedList } from '../shared/paging.ts';
import { isEventId } from './event-id.ts';
import { endpointId, visibleDeliveries, visibleEndpoints, visibleEvents } from './staff-access.ts';
import { matchingDeliveries, matchingEvents, WebhookDeliveryFilter, WebhookEventFilter } from './webhook-filters.ts';
import { WebhookDelivery, WebhookEvent } from './webhook-types.ts';

const filteredEvents = filteredBy(WebhookEventFilter);
const events = pagedList(15, filteredEvents);
const newestEventsFirst = [
  { createdAt: 'desc' as const },
  { orderId: 'desc' as const },
  { sequence: 'desc' as const },
  { id: 'desc' as const },
];
const filteredDeliveries = filteredBy(WebhookDeliveryFilter);
const deliveries = pagedList(15, filteredDeliveries);
const newestFirst = [{ id: 'desc' as const }];

builder.queryFields((t) => ({
  webhookEndpoints: t.prismaField({
    type: ['WebhookEndpoint'],
    description: 'The webhook endpoints of the organizations in which the viewer is staff, oldest first.',
    resolve: (query, _root, _args, context) =>
      context.db.webhookEndpoint.findMany({ ...query, where: visibleEndpoints(context), orderBy: { id: 'asc' } }),
  }),
  webhookEndpoint: t.prismaField({
    type: 'WebhookEndpoint',
    description: 'A webhook endpoint that the viewer may see.',
    args: { id: t.arg.int(endpointId) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, visibleEndpoints(context)] };
      const endpoint = await context.db.webhookEndpoint.findFirst({ ...query, where });
      if (!endpoint) throw notFound('Webhook endpoint');
      return endpoint;
    },
  }),
  webhookEvents: t.prismaField({
    type: ['WebhookEvent'],
    description: 'The webhook events of orders that the viewer may see as staff, newest first, paginated.',
    args: events.args,
    resolve: async (query, _root, { filter, ...page }, context) =>
      context.db.webhookEvent.findMany({
        ...query,
        ...events.slice(page),
        where: await matchingEvents(filter, context),
        orderBy: newestEventsFirst,
      }),
  }),
  webhookEventsConnection: t.field(
    rowConnection(
      'WebhookEvent',
      WebhookEvent,
      'The webhook events of orders that the viewer may see as staff, newest first, by cursors.',
      filteredEvents,
      { where: ({ filter }, context) => matchingEvents(filter, context), orderBy: () => newestEventsFirst },
    ),
  ),
  webhookEventsMeta: t.field(
    events.meta(async ({ filter }, context) =>
      context.db.webhookEvent.count({ where: await matchingEvents(filter, context) }),
    ),
  ),
  webhookEvent: t.prismaField({
    type: 'WebhookEvent',
    description: 'A webhook event that the viewer may see.',
    args: { id: t.arg.string({ required: true, description: "The event's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, visibleEvents(context)] };
      const event = isEventId(id) ? await context.db.webhookEvent.findFirst({ ...query, where }) : null;
      if (!event) throw notFound('Webhook event');
      return event;
    },
  }),
  webhookDeliveries: t.prismaField({
    type: ['WebhookDelivery'],
    description: 'The webhook deliveries that the viewer may see as staff, newest first, paginated.',
    args: deliveries.args,
    resolve: async (query, _root, { filter, ...page }, context) =>
      context.db.webhookDelivery.findMany({
        ...query,
        ...deliveries.slice(page),
        where: await matchingDeliveries(filter, context),
        orderBy: newestFirst,
      }),
  }),
  webhookDeliveriesConnection: t.field(
    rowConnection(
      'WebhookDelivery',
      WebhookDelivery,
      'The webhook deliveries that the viewer may see as staff, newest first, by cursors.',
      filteredDeliveries,
      { where: ({ filter }, context) => matchingDeliveries(filter, context), orderBy: () => newestFirst },
    ),
  ),
  webhookDeliveriesMeta: t.field(
    deliveries.meta(async ({ filter }, context) =>
      context.db.webhookDelivery.count({ where: await matchingDeliveries(filter, context) }),
    ),
  ),
  webhookDelivery: t.prismaField({
    type: 'WebhookDelivery',
    description: 'A webhook delivery that the viewer may see.',
    args: { id: t.arg.int({ required: true, description: "The delivery's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, visibleDeliveries(context)] };
      const delivery = await context.db.webhookDelivery.findFirst({ ...query, where });
      if (!delivery) throw notFound('Webhook delivery');
      return delivery;
    },
  }),
}));

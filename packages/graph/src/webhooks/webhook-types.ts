import { builder } from '../builder.ts';
import type { WebhookDeliveryCount } from '../loaders.ts';
import { Node } from '../shared/node.ts';
import { pagedList } from '../shared/paging.ts';
import { holds } from '../shared/principals.ts';
import { relatedConnection } from '../shared/related-rows.ts';
import '../orders/order.ts';
import '../people/user.ts';

export const WebhookDeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'The status of a delivery.',
  values: {
    pending: { description: 'It is being sent or waits for an attempt.' },
    succeeded: { description: 'The receiver accepted it.' },
    failed: { description: 'The receiver did not accept it, and there are no more attempts.' },
    skipped: { description: 'Its attempts were abandoned; `reason` says why.' },
  } as const,
});

export const WebhookDeliveryCause = builder.enumType('WebhookDeliveryCause', {
  description: 'The cause of a delivery.',
  values: {
    change: { description: 'The order changed.' },
    repeat: { description: 'Staff sent it again.' },
    test: { description: 'Staff tested the endpoint.' },
  } as const,
});

const list = pagedList(100, {});
const oldestFirst = () => [{ id: 'asc' as const }];

export const WebhookEndpoint = builder.prismaObject('WebhookEndpoint', {
  select: { id: true },
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The endpoint's id." }),
    version: t.exposeInt('version'),
    organization: t.relation('organization', { description: 'The organization whose orders it receives.' }),
    owner: t.relation('owner', {
      nullable: true,
      description: 'The user whose visible orders it receives; null: all orders of the organization.',
    }),
    url: t.exposeString('url', { description: 'The URL to which events are posted.' }),
    description: t.exposeString('description', { description: 'Its purpose, as described by staff.' }),
    concurrency: t.exposeInt('concurrency'),
    ratePerSecond: t.exposeInt('ratePerSecond', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was switched off; null while it is on.',
    }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why it is switched off; null while it is on.',
    }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    failingSince: t.expose('failingSince', { type: 'DateTime', nullable: true }),
    lastSuccessAt: t.expose('lastSuccessAt', { type: 'DateTime', nullable: true }),
    lastFailureAt: t.expose('lastFailureAt', { type: 'DateTime', nullable: true }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when events also carry a signature by the secret before the last rotation; null without one.',
    }),
    isManageable: t.boolean({
      description: 'Whether the viewer may change it.',
      select: { organizationId: true },
      resolve: ({ organizationId }, _args, context) => holds(context, 'administer', organizationId),
    }),
  }),
});

const DeliveryCount = builder.objectRef<WebhookDeliveryCount>('WebhookDeliveryCount').implement({
  description: 'The number of deliveries of an event in one state.',
  fields: (t) => ({
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'Their status.' }),
    isUnderWay: t.exposeBoolean('isUnderWay', { description: 'Whether they are being sent or about to be sent.' }),
    wasTried: t.exposeBoolean('wasTried', { description: 'Whether they were attempted at least once.' }),
    count: t.exposeInt('count', { description: 'Number of deliveries.' }),
  }),
});

export const WebhookEvent = builder.prismaObject('WebhookEvent', {
  select: { id: true, orderId: true },
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'UUID, the same in every delivery and in the body.' }),
    organization: t.relation('organization', { description: 'The organization of the order.' }),
    order: t.relation('order', { description: 'The current state of the order.' }),
    sequence: t.exposeInt('sequence'),
    kind: t.exposeString('kind'),
    isTest: t.exposeBoolean('isTest'),
    actor: t.relation('actor', { nullable: true, description: 'The user who caused it; null where none is recorded.' }),
    requestId: t.exposeString('requestId', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the order changed.' }),
    isOutdated: t.boolean({
      description: 'Whether the order has changed since, so that the body may be outdated.',
      select: { sequence: true, order: { select: { version: true } } },
      resolve: ({ sequence, order }) => order.version > sequence,
    }),
    payload: t.exposeString('payload', { nullable: true }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the body was erased; null while it is kept.',
    }),
    deliveryCounts: t.field({
      type: [DeliveryCount],
      description: 'The number of its deliveries by state.',
      resolve: ({ id }, _args, { loaders }) => loaders.webhookDeliveryCounts.load(id),
    }),
    deliveries: t.relation('deliveries', {
      description: 'Its deliveries, oldest first, paginated.',
      args: list.args,
      query: (page) => ({ orderBy: oldestFirst(), ...list.slice(page) }),
    }),
  }),
});

builder.prismaObject('WebhookAttempt', {
  select: { id: true, delivery: { select: { event: { select: { orderId: true } } } } },
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The attempt's id." }),
    number: t.exposeInt('number'),
    url: t.exposeString('url'),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the request was sent.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    requestHeaders: t.expose('requestHeaders', {
      type: 'Unknown',
      description: 'The headers that were sent, by name.',
    }),
    requestBody: t.string({
      nullable: true,
      description: 'The body that was sent, byte for byte; null once erased.',
      select: { delivery: { select: { event: { select: { payload: true } } } } },
      resolve: ({ delivery }) => delivery.event.payload,
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'HTTP status of the response; null without a response.',
    }),
    responseHeaders: t.expose('responseHeaders', {
      type: 'Unknown',
      nullable: true,
      description: 'The headers of the response, by name; null without a response.',
    }),
    responseBody: t.exposeString('responseBody', { nullable: true }),
    error: t.exposeString('error', { nullable: true }),
  }),
});

export const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  select: { id: true },
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The delivery's id." }),
    event: t.relation('event', { description: 'The delivered event.' }),
    endpoint: t.relation('endpoint', { description: 'Where to.' }),
    cause: t.expose('cause', { type: WebhookDeliveryCause, description: 'The cause of the delivery.' }),
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'Its status.' }),
    isUnderWay: t.boolean({
      description: 'Whether it is being sent or about to be sent; otherwise it waits.',
      select: { queuedAt: true },
      resolve: ({ queuedAt }) => queuedAt !== null,
    }),
    reason: t.exposeString('reason', { nullable: true }),
    attemptCount: t.exposeInt('attemptCount', { description: 'Number of attempts.' }),
    attempts: t.relation('attempts', {
      description: 'All attempts, oldest first.',
      query: { orderBy: { number: 'asc' } },
    }),
    repeatOf: t.relation('repeatOf', { nullable: true, description: 'The delivery that this one repeats; else null.' }),
    repeats: t.relation('repeats', {
      description: 'Deliveries that repeat it, oldest first, paginated.',
      args: list.args,
      query: (page) => ({ orderBy: oldestFirst(), ...list.slice(page) }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was finished; null while it is pending.',
    }),
  }),
});

builder.prismaObjectField(WebhookEvent, 'deliveriesConnection', (t) =>
  t.field({
    select: { id: true },
    ...relatedConnection(
      'WebhookDelivery',
      WebhookDelivery,
      'Its deliveries, oldest first, by cursors.',
      {},
      {
        column: 'eventId',
        idOf: ({ id }: { id: string }) => id,
        where: () => ({}),
        orderBy: oldestFirst,
      },
    ),
  }),
);

builder.prismaObjectField(WebhookDelivery, 'repeatsConnection', (t) =>
  t.field({
    select: { id: true },
    ...relatedConnection(
      'WebhookDelivery',
      WebhookDelivery,
      'Deliveries that repeat it, oldest first, by cursors.',
      {},
      {
        column: 'repeatOfId',
        idOf: ({ id }: { id: number }) => id,
        where: () => ({}),
        orderBy: oldestFirst,
      },
    ),
  }),
);

/** An endpoint with its secret in plain text, which is returned only once. */
export const WebhookEndpointWithSecret = builder
  .objectRef<{ endpointId: number; secret: string }>('WebhookEndpointWithSecret')
  .implement({
    description: 'An endpoint with the secret that signs its events. The secret is shown only once.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: '`whsec_` and the key in base64, in the format of Standard Webhooks libraries.',
      }),
      endpoint: t.prismaField({
        type: 'WebhookEndpoint',
        description: 'The endpoint.',
        resolve: (query, { endpointId }, _args, { db }) =>
          db.webhookEndpoint.findUniqueOrThrow({ ...query, where: { id: endpointId } }),
      }),
    }),
  });

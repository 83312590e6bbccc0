import { builder } from '../builder.ts';
import type { WebhookDeliveryCount } from '../loaders.ts';
import { holds } from '../people/principals.ts';
import { pageOf, slice } from '../shared/paging.ts';
import '../orders/order.ts';
import '../people/user.ts';

export const WebhookDeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'Where a delivery stands.',
  values: {
    pending: { description: 'On its way, or waiting for its turn or its next try.' },
    succeeded: { description: 'The receiver took it.' },
    failed: { description: 'The receiver did not take it, and nothing more is tried.' },
    skipped: { description: 'It was not tried to the end; why, the reason says.' },
  } as const,
});

export const WebhookDeliveryCause = builder.enumType('WebhookDeliveryCause', {
  description: 'Why something is delivered.',
  values: {
    change: { description: 'The order changed.' },
    repeat: { description: 'Staff sent it again.' },
    test: { description: 'Staff tried the endpoint.' },
  } as const,
});

const DEFAULT_PAGE_SIZE = 100;
const pageArgs = builder.args((t) => ({
  page: t.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
  perPage: t.int({ defaultValue: DEFAULT_PAGE_SIZE, description: 'Entries on a page.' }),
}));

export const WebhookEndpoint = builder.prismaObject('WebhookEndpoint', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The endpoint's id." }),
    organization: t.relation('organization', { description: 'Whose orders it hears of.' }),
    owner: t.relation('owner', {
      nullable: true,
      description: "The user whose view limits the events; null: the organization's own.",
    }),
    url: t.exposeString('url', { description: 'Where events are posted to.' }),
    description: t.exposeString('description', { description: 'What it is for, in the words of staff.' }),
    concurrency: t.exposeInt('concurrency'),
    ratePerSecond: t.exposeInt('ratePerSecond', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is switched off; null while it is on.',
    }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why it is switched off; null while it is on.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When staff deleted it: only the records of its deliveries name it still. Null while it exists.',
    }),
    failingSince: t.expose('failingSince', { type: 'DateTime', nullable: true }),
    lastSuccessAt: t.expose('lastSuccessAt', { type: 'DateTime', nullable: true }),
    lastFailureAt: t.expose('lastFailureAt', { type: 'DateTime', nullable: true }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when events carry a signature by the secret before the last rotation too; null without one.',
    }),
    isManageable: t.boolean({
      description: 'Whether the viewer may change it.',
      select: { organizationId: true },
      resolve: ({ organizationId }, _args, context) => holds(context, 'administer', organizationId),
    }),
  }),
});

const DeliveryCount = builder.objectRef<WebhookDeliveryCount>('WebhookDeliveryCount').implement({
  description: 'How many deliveries of an event stand alike.',
  fields: (t) => ({
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'Where they stand.' }),
    isUnderWay: t.exposeBoolean('isUnderWay', { description: 'Whether they are being sent, or about to be.' }),
    wasTried: t.exposeBoolean('wasTried', { description: 'Whether they were tried at least once.' }),
    count: t.exposeInt('count', { description: 'How many they are.' }),
  }),
});

export const WebhookEvent = builder.prismaObject('WebhookEvent', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeString('id', { description: 'UUID, the same in every delivery and in the body.' }),
    organization: t.relation('organization', { description: 'Whose order changed.' }),
    order: t.relation('order', { description: 'The order, as it is now.' }),
    sequence: t.exposeInt('sequence'),
    kind: t.exposeString('kind'),
    isTest: t.exposeBoolean('isTest'),
    actor: t.relation('actor', { nullable: true, description: 'Who caused it; null where nobody is named.' }),
    requestId: t.exposeString('requestId', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the order changed.' }),
    isOutdated: t.boolean({
      description: 'Whether the order has changed since: the body tells what may no longer be so.',
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
      description: 'How many of its deliveries stand where.',
      resolve: ({ id }, _args, { loaders }) => loaders.webhookDeliveryCounts.load(id),
    }),
    deliveries: t.relation('deliveries', {
      description: 'Its deliveries, oldest first, in pages.',
      args: pageArgs,
      query: (page) => ({ orderBy: { id: 'asc' }, ...slice(pageOf(page, DEFAULT_PAGE_SIZE)) }),
    }),
  }),
});

builder.prismaObject('WebhookAttempt', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The attempt's id." }),
    number: t.exposeInt('number'),
    url: t.exposeString('url'),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the request was sent.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
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
    responseStatus: t.exposeInt('responseStatus', { nullable: true, description: 'Null when no answer came.' }),
    responseHeaders: t.expose('responseHeaders', {
      type: 'Unknown',
      nullable: true,
      description: 'The headers of the answer, by name; null when no answer came.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'The beginning of the answer, up to 16 KB; null when none came or it was erased.',
    }),
    error: t.exposeString('error', { nullable: true }),
  }),
});

export const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The delivery's id." }),
    event: t.relation('event', { description: 'What is delivered.' }),
    endpoint: t.relation('endpoint', { description: 'Where to.' }),
    cause: t.expose('cause', { type: WebhookDeliveryCause, description: 'Why it is delivered.' }),
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'Where it stands.' }),
    isUnderWay: t.boolean({
      description: 'Whether it is being sent, or about to be; otherwise it waits.',
      select: { queuedAt: true },
      resolve: ({ queuedAt }) => queuedAt !== null,
    }),
    reason: t.exposeString('reason', { nullable: true }),
    attemptCount: t.exposeInt('attemptCount', { description: 'How often it was tried.' }),
    attempts: t.relation('attempts', {
      description: 'Every try, the first one first.',
      query: { orderBy: { number: 'asc' } },
    }),
    repeatOf: t.relation('repeatOf', { nullable: true, description: 'The delivery that staff repeated; else null.' }),
    repeats: t.relation('repeats', {
      description: 'How staff repeated it, oldest first, in pages.',
      args: pageArgs,
      query: (page) => ({ orderBy: { id: 'asc' }, ...slice(pageOf(page, DEFAULT_PAGE_SIZE)) }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was finished; null while it is on its way.',
    }),
  }),
});

/** An endpoint with its secret in the clear: the only time that it is shown. */
export const WebhookEndpointWithSecret = builder
  .objectRef<{ endpointId: number; secret: string }>('WebhookEndpointWithSecret')
  .implement({
    description: 'An endpoint with the secret that its events are signed with. The secret is shown this once.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: '`whsec_` and the key in base64, as libraries of Standard Webhooks take it.',
      }),
      endpoint: t.prismaField({
        type: 'WebhookEndpoint',
        description: 'The endpoint.',
        resolve: (query, { endpointId }, _args, { db }) =>
          db.webhookEndpoint.findUniqueOrThrow({ ...query, where: { id: endpointId } }),
      }),
    }),
  });

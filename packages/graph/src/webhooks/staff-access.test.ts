import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type WebhookScene, webhookScene } from '../testing/webhooks.ts';

let database: TestDatabase;
let scene: WebhookScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await webhookScene(database.db);
});
afterAll(() => database.drop());
afterEach(() => scene.clear());

describe('access', () => {
  const cases: [
    string,
    string,
    (at: Awaited<ReturnType<WebhookScene['delivered']>>) => Record<string, unknown>,
    Record<string, string>,
  ][] = [
    [
      'list endpoints',
      '{ webhookEndpoints { id: databaseId } }',
      () => ({}),
      { staff: 'ok', partner: 'empty', outsider: 'empty' },
    ],
    [
      'list events',
      '{ webhookEvents { id: databaseId } }',
      () => ({}),
      { staff: 'ok', partner: 'empty', outsider: 'empty' },
    ],
    [
      'list deliveries',
      '{ webhookDeliveries { id: databaseId } }',
      () => ({}),
      { staff: 'ok', partner: 'empty', outsider: 'empty' },
    ],
    [
      'read an endpoint',
      'query ($id: SafeInt!) { webhookEndpoint(id: $id) { id: databaseId } }',
      ({ endpoint }) => ({ id: endpoint.id }),
      { staff: 'ok', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'read an event',
      'query ($id: String!) { webhookEvent(id: $id) { payload } }',
      ({ eventId }) => ({ id: eventId }),
      { staff: 'ok', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'compare an event',
      'query ($id: String!) { webhookEventChanges(id: $id, against: now) { path } }',
      ({ eventId }) => ({ id: eventId }),
      { staff: 'ok', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'read a delivery',
      'query ($id: SafeInt!) { webhookDelivery(id: $id) { id: databaseId } }',
      ({ id }) => ({ id }),
      { staff: 'ok', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'redeliver',
      'mutation ($id: SafeInt!) { redeliverWebhook(id: $id) { delivery { id: databaseId } } }',
      ({ id }) => ({ id }),
      { staff: 'ok', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'sign a delivery',
      'mutation ($id: SafeInt!) { signWebhookDelivery(id: $id) { request { body } } }',
      ({ id }) => ({ id }),
      { staff: 'ok', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'read the health of an endpoint',
      'query ($id: SafeInt!) { webhookEndpoint(id: $id) { activity { failed } waitingCount } }',
      ({ endpoint }) => ({ id: endpoint.id }),
      { staff: 'ok', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'find owners of endpoints',
      'query ($id: SafeInt!) { webhookOwners(organizationId: $id) { id: databaseId } }',
      ({ endpoint }) => ({ id: endpoint.organizationId }),
      { admin: 'ok', staff: 'FORBIDDEN', partner: 'FORBIDDEN', outsider: 'FORBIDDEN' },
    ],
    [
      'list the organizations to manage endpoints of',
      '{ webhookOrganizations { id: databaseId } }',
      () => ({}),
      { admin: 'ok', staff: 'empty', partner: 'empty', outsider: 'ok' },
    ],
    [
      'change an endpoint',
      'mutation ($id: SafeInt!) { updateWebhookEndpoint(id: $id, input: { description: "x" }) { endpoint { id: databaseId } } }',
      ({ endpoint }) => ({ id: endpoint.id }),
      { admin: 'ok', staff: 'FORBIDDEN', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'switch an endpoint off',
      'mutation ($id: SafeInt!) { disableWebhookEndpoint(id: $id) { endpoint { id: databaseId } } }',
      ({ endpoint }) => ({ id: endpoint.id }),
      { admin: 'ok', staff: 'FORBIDDEN', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'rotate a secret',
      'mutation ($id: SafeInt!) { rotateWebhookSecret(id: $id) { handedOver { secret } } }',
      ({ endpoint }) => ({ id: endpoint.id }),
      { admin: 'ok', staff: 'FORBIDDEN', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'test an endpoint',
      'mutation ($id: SafeInt!) { testWebhookEndpoint(id: $id) { delivery { id: databaseId } } }',
      ({ endpoint }) => ({ id: endpoint.id }),
      { admin: 'ok', staff: 'FORBIDDEN', partner: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    ],
    [
      'erase bodies',
      'mutation ($ids: [String!]) { eraseWebhookBodies(eventIds: $ids) { count } }',
      ({ eventId }) => ({ ids: [eventId] }),
      { admin: 'ok', staff: 'FORBIDDEN', partner: 'empty', outsider: 'empty' },
    ],
    [
      'register an endpoint',
      'mutation { createWebhookEndpoint(input: { url: "https://93.184.215.14/" }) { handedOver { secret } } }',
      () => ({}),
      { admin: 'ok', staff: 'FORBIDDEN', partner: 'FORBIDDEN', outsider: 'ok' },
    ],
  ];

  it.each(cases)('%s', async (_, document, variables, expected) => {
    for (const [who, outcome] of Object.entries(expected)) {
      const at = await scene.delivered();
      const body = JSON.stringify({ data: { id: at.order.id } });
      const context = await scene.as(who as keyof WebhookScene['people'], {
        describe: async () => ({ id: '0f5e8a1c-9d0b-4c0e-8a53-3f8f3b1f7a10', kind: 'order-updated', body }),
      });
      if (outcome === 'ok' || outcome === 'empty') {
        const [value] = Object.values(await answer<Record<string, unknown>>(document, variables(at), context));
        const isEmpty = value === 0 || (Array.isArray(value) && value.length === 0);
        expect([who, isEmpty ? 'empty' : 'ok']).toEqual([who, outcome]);
      } else {
        expect([who, (await refusal(document, variables(at), context)).code]).toEqual([who, outcome]);
      }
      await scene.clear();
    }
  });

  it('hides events of orders that a staff user may not see', async () => {
    const at = await scene.delivered();
    const { id } = await scene.world.userWith(['console.access', 'administration']);
    const context = await contextFor(database.db, id);
    const lists =
      '{ webhookEvents { id: databaseId } webhookDeliveries { id: databaseId } webhookEventsMeta { total } webhookDeliveriesMeta { total } }';
    expect(await answer(lists, {}, context)).toEqual({
      webhookEvents: [],
      webhookDeliveries: [],
      webhookEventsMeta: { total: 0 },
      webhookDeliveriesMeta: { total: 0 },
    });
    const count = `{ webhookRedeliveryCount(selection: { orderId: ${at.order.id} }) }`;
    expect(await answer(count, {}, context)).toEqual({ webhookRedeliveryCount: 0 });
  });
});

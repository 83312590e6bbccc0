import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { createWorld } from '@channel/webhooks/testing';
import { getNamedType, isInputObjectType, isRequiredArgument, parse } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { scopesOf } from '../scopes/check-scopes.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { answer, refusal, run } from '../testing/run.ts';
import { type WebhookScene, webhookScene } from '../testing/webhooks.ts';

let database: TestDatabase;
let scene: WebhookScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await webhookScene(database.db);
});
afterAll(() => database.drop());
afterEach(() => scene.clear());

describe('the lists', () => {
  it('filter by endpoint, order, status, cause, time and text', async () => {
    const one = await scene.delivered('failed');
    const two = await scene.delivered('succeeded', 'https://shop.example/in?x=100%');
    await database.db.order.update({ where: { id: two.order.id }, data: { referenceCode: 'REF_7' } });
    await database.db.passenger.updateMany({
      where: { orderId: one.order.id },
      data: { firstName: 'Ada', lastName: 'Berg' },
    });
    const staff = await scene.as('staff');
    const LIST = `query ($d: WebhookDeliveryFilter, $e: WebhookEventFilter) {
      deliveries: webhookDeliveries(filter: $d) { id: databaseId } deliveriesMeta: webhookDeliveriesMeta(filter: $d) { total }
      events: webhookEvents(filter: $e) { id: databaseId } eventsMeta: webhookEventsMeta(filter: $e) { total } }`;
    type Lists = Record<'deliveries' | 'events', { id: unknown }[]> &
      Record<'deliveriesMeta' | 'eventsMeta', { total: number }>;
    const found = async (d: object, e: object = d) => {
      const lists = await answer<Lists>(LIST, { d, e }, staff);
      expect([lists.deliveriesMeta.total, lists.eventsMeta.total]).toEqual([
        lists.deliveries.length,
        lists.events.length,
      ]);
      return [lists.deliveries.map(({ id }) => id), lists.events.map(({ id }) => id)];
    };
    const [first, second, none] = [
      [[one.id], [one.eventId]],
      [[two.id], [two.eventId]],
      [[], []],
    ];
    expect(await found({})).toEqual([
      [two.id, one.id],
      [two.eventId, one.eventId],
    ]);
    expect(await found({ endpointIds: [one.endpoint.id] })).toEqual(first);
    expect(await found({ orderIds: [two.order.id] })).toEqual(second);
    expect(await found({ statuses: ['succeeded'] })).toEqual(second);
    expect(await found({ causes: ['repeat'] }, { statuses: ['skipped'] })).toEqual(none);
    expect(await found({ since: NOW.toISOString(), until: new Date(NOW.getTime() + 1).toISOString() })).toHaveLength(2);
    expect(await found({ until: NOW.toISOString() })).toEqual(none);
    await database.db.webhookAttempt.updateMany({ where: { deliveryId: two.id }, data: { responseStatus: 204 } });
    expect(await found({ hasFailedAttempt: true }, { endpointIds: [one.endpoint.id] })).toEqual(first);
    expect(await found({ hasFailedAttempt: false }, { endpointIds: [two.endpoint.id] })).toEqual(second);
    expect(await found({ search: one.eventId })).toEqual(first);
    expect(await found({ search: String(two.order.id) })).toEqual(second);
    expect(await found({ search: 'ada b' })).toEqual(first);
    expect(await found({ search: 'ref_7' })).toEqual(second);
    expect(await found({ search: '100%' }, { search: 'ref_7' })).toEqual(second);
    expect(await found({ search: '%' }, { search: 'ref%' })).toEqual([[two.id], []]);
  });

  it('tell a service account nothing of orders that it may not read: no search of any list does', async () => {
    const { order, eventId } = await scene.delivered();
    await database.db.passenger.updateMany({ where: { orderId: order.id }, data: { lastName: 'Quillfeather' } });
    const { actor, ...staff } = await scene.as('admin');
    const searching = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) => {
      const type = getNamedType(args.find(({ name }) => name === 'filter')?.type);
      return isInputObjectType(type) && 'search' in type.getFields() && !args.some(isRequiredArgument);
    });
    const refused = [];
    for (const { name } of searching) {
      const text = `query ($search: String) { found: ${name}(filter: { search: $search }) { __typename } }`;
      const scopes = scopesOf(schema, parse(text)) ?? [];
      if (scopes.includes('orders:read')) continue;
      const as = (more: string[]) => ({
        ...staff,
        actor: actor && { ...actor, service: { scopes: [...scopes, ...more], addressRanges: [] } },
      });
      const found = async (search: string, more: string[] = []) => run(text, { search }, as(more));
      const [known, unknown] = [await found('Quillf'), await found('Zzxxyy')];
      expect([name, known]).toEqual([name, unknown]);
      if (known.errors.length === 0) continue;
      refused.push(name);
      expect(known.errors[0]).toMatchObject({ code: 'FORBIDDEN', fields: [{ path: ['filter', 'search'] }] });
      for (const allowed of [await found('Quillf', ['orders:read']), await found(eventId)])
        expect(allowed.errors).toEqual([]);
    }
    expect(refused).toEqual([
      'webhookDeliveries',
      'webhookDeliveriesConnection',
      'webhookDeliveriesMeta',
      'webhookEvents',
      'webhookEventsConnection',
      'webhookEventsMeta',
    ]);
  });

  it('include every attempt with its request and response', async () => {
    const { id, eventId, order } = await scene.delivered();
    const DELIVERY = `{ d: webhookDelivery(id: ${id}) { status attemptCount endpoint { url isManageable } event { id: databaseId order { id: databaseId } }
      attempts { number url durationMs requestHeaders requestBody responseStatus responseHeaders responseBody error } } }`;
    const { payload } = await database.db.webhookEvent.findUniqueOrThrow({ where: { id: eventId } });
    expect(await answer(DELIVERY, {}, await scene.as('staff'))).toEqual({
      d: {
        status: 'failed',
        attemptCount: 0,
        endpoint: { url: 'https://a.example/', isManageable: false },
        event: { id: eventId, order: { id: order.id } },
        attempts: [
          {
            number: 1,
            url: 'https://a.example/',
            durationMs: 5,
            requestHeaders: { a: 'b' },
            requestBody: payload,
            responseStatus: 500,
            responseHeaders: null,
            responseBody: null,
            error: null,
          },
        ],
      },
    });
  });

  it('use as many statements for many rows as for one', async () => {
    const statements: string[] = [];
    const counted = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    const own = createWorld(counted.db);
    const staff = await contextFor(counted.db, (await own.userWith(['orders.view-all', 'console.access'])).id);
    const LIST = `{ webhookDeliveries(perPage: 100) { id: databaseId endpoint { url owner { name } } event { kind actor { name } order { referenceCode } }
      attempts { number requestBody } } }`;
    const add = async (count: number) => {
      const endpoint = await own.endpoint(`https://a.example/${count}`);
      for (const order of await own.orders(count)) {
        const [eventId = ''] = await own.events([order]);
        const data = { eventId, endpointId: endpoint.id, orderId: order.id, createdAt: NOW, nextAttemptAt: NOW };
        await counted.db.webhookDelivery.create({ data });
      }
    };
    const count = async () => {
      statements.length = 0;
      await answer(LIST, {}, staff);
      return statements.length;
    };
    await add(1);
    const one = await count();
    await add(15);
    expect(await count()).toBe(one);
    await counted.drop();
  });
});

describe('comparing an event', () => {
  it('works with the previous event and with the current order', async () => {
    const order = await scene.world.order();
    const [first = '', second = ''] = [...(await scene.world.events([order])), ...(await scene.world.events([order]))];
    const staff = await scene.as('staff', {
      describe: async () => ({
        id: first,
        kind: 'order-updated',
        body: JSON.stringify({ data: { id: order.id, sequence: 9, name: 'Zoë' } }),
      }),
    });
    const CHANGES = `query ($id: String!, $against: WebhookEventComparison!) {
      changes: webhookEventChanges(id: $id, against: $against) { path before after } }`;
    expect(await answer(CHANGES, { id: second, against: 'previous' }, staff)).toEqual({
      changes: [{ path: 'sequence', before: 2, after: 3 }],
    });
    expect(await answer(CHANGES, { id: second, against: 'now' }, staff)).toEqual({
      changes: [{ path: 'sequence', before: 3, after: 9 }],
    });
    expect(await refusal(CHANGES, { id: first, against: 'previous' }, staff)).toMatchObject({ code: 'CONFLICT' });
    // A test event has the version of the change before it.
    const { payload, ...notified } = await database.db.webhookEvent.findUniqueOrThrow({ where: { id: second } });
    const test = '0f5e8a1c-9d0b-4c0e-8a53-3f8f3b1f7a11';
    await database.db.webhookEvent.create({ data: { ...notified, id: test, isTest: true, payload } });
    expect(await answer(CHANGES, { id: test, against: 'previous' }, staff)).toEqual({ changes: [] });
    expect(await refusal(CHANGES, { id: 'no id', against: 'now' }, staff)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('an event counts its deliveries by state', async () => {
  const [one, two] = [await scene.delivered('failed'), await scene.delivered('succeeded')];
  const more = { eventId: one.eventId, orderId: one.order.id, createdAt: NOW };
  const deliveries = [
    { status: 'failed', finishedAt: NOW },
    { status: 'pending', nextAttemptAt: NOW, attemptCount: 2 },
    { status: 'pending', nextAttemptAt: NOW, queuedAt: NOW },
    { status: 'pending', nextAttemptAt: NOW },
  ] as const;
  for (const delivery of deliveries)
    await database.db.webhookDelivery.create({ data: { ...more, endpointId: one.endpoint.id, ...delivery } });
  const { webhookEvents } = await answer<{ webhookEvents: { id: string; deliveryCounts: object[] }[] }>(
    '{ webhookEvents { id: databaseId deliveryCounts { status isUnderWay wasTried count } } }',
    {},
    await scene.as('staff'),
  );
  const waiting = { status: 'pending', isUnderWay: false, wasTried: false, count: 1 };
  expect(Object.fromEntries(webhookEvents.map(({ id, deliveryCounts }) => [id, deliveryCounts]))).toEqual({
    [one.eventId]: [
      { ...waiting, status: 'failed', count: 2 },
      { ...waiting, wasTried: true },
      { ...waiting, isUnderWay: true },
      waiting,
    ],
    [two.eventId]: [{ ...waiting, status: 'succeeded' }],
  });
});

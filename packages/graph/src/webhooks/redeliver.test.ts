import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { queuedDeliveries } from '@channel/webhooks/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOW } from '../testing/context.ts';
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

describe('redelivery', () => {
  it('repeats one delivery with an audit entry, unless it is pending or erased', async () => {
    const at = await scene.delivered('succeeded');
    const REDELIVER =
      'mutation ($id: SafeInt!) { d: redeliverWebhook(id: $id) { delivery { id: databaseId cause status repeatOf { id: databaseId } event { id: databaseId } } } }';
    const { d } = await answer<{ d: { id: number } }>(REDELIVER, { id: at.id }, await scene.as('staff'));
    expect(d).toMatchObject({ cause: 'repeat', status: 'pending', repeatOf: { id: at.id }, event: { id: at.eventId } });
    expect(await queuedDeliveries(database.db)).toEqual([d.id]);
    expect(await refusal(REDELIVER, { id: d.id }, await scene.as('staff'))).toMatchObject({ code: 'CONFLICT' });
    expect(await database.db.auditEntry.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      action: 'webhook-delivery.redeliver',
      actorId: scene.people.staff,
      after: { deliveries: [at.id] },
    });
    const erased = await scene.delivered();
    await database.db.webhookEvent.update({ where: { id: erased.eventId }, data: { payload: null, erasedAt: NOW } });
    expect(await refusal(REDELIVER, { id: erased.id }, await scene.as('staff'))).toMatchObject({ code: 'CONFLICT' });
  });

  it('repeats all failed deliveries of a selection, after the count was shown', async () => {
    const [one, two, three] = [
      await scene.delivered('failed'),
      await scene.delivered('skipped'),
      await scene.delivered('succeeded'),
    ];
    const staff = await scene.as('staff');
    const COUNT = 'query ($s: WebhookRedeliverySelection!) { n: webhookRedeliveryCount(selection: $s) }';
    const REDELIVER =
      'mutation ($s: WebhookRedeliverySelection!, $n: Int!) { n: redeliverWebhooks(selection: $s, atMost: $n) { count } }';
    const since = { since: NOW.toISOString() };
    expect(await answer(COUNT, { s: since }, staff)).toEqual({ n: 2 });
    expect(await answer(COUNT, { s: { endpointId: two.endpoint.id } }, staff)).toEqual({ n: 1 });
    expect(await answer(COUNT, { s: { orderId: three.order.id } }, staff)).toEqual({ n: 0 });
    expect(await refusal(COUNT, { s: {} }, staff)).toMatchObject({ code: 'VALIDATION' });
    const OUTDATED = 'query ($s: WebhookRedeliverySelection!) { n: webhookRedeliveryOutdatedCount(selection: $s) }';
    expect(await answer(OUTDATED, { s: since }, staff)).toEqual({ n: 0 });
    await database.db.order.updateMany({
      where: { id: { in: [one.order.id, three.order.id] } },
      data: { version: 99 },
    });
    expect(await answer(OUTDATED, { s: since }, staff)).toEqual({ n: 1 });
    const EVENT = 'query ($id: String!) { e: webhookEvent(id: $id) { isOutdated } }';
    expect(await answer(EVENT, { id: one.eventId }, staff)).toEqual({ e: { isOutdated: true } });
    expect(await answer(EVENT, { id: two.eventId }, staff)).toEqual({ e: { isOutdated: false } });
    expect(await refusal(REDELIVER, { s: since, n: 1 }, staff)).toMatchObject({ code: 'CONFLICT' });
    expect(await database.db.webhookDelivery.count()).toBe(3);
    expect(await answer(REDELIVER, { s: since, n: 2 }, staff)).toEqual({ n: 2 });
    // They are pending now: nothing is left to repeat.
    expect(await answer(REDELIVER, { s: since, n: 2 }, staff)).toEqual({ n: 0 });
    const repeats = await database.db.webhookDelivery.findMany({ where: { cause: 'repeat' }, orderBy: { id: 'asc' } });
    expect(repeats.map(({ repeatOfId }) => repeatOfId)).toEqual([one.id, two.id]);
  });

  it('repeats successful deliveries if requested, but no pending ones', async () => {
    const arrived = await scene.delivered('succeeded');
    const failed = await scene.delivered('failed');
    const chosen = [arrived, failed].map(({ id }) => id).join();
    const staff = await scene.as('staff');
    const redeliver = (includeSucceeded: boolean) =>
      answer<{ n: number }>(
        `mutation { n: redeliverWebhooks(selection: { deliveryIds: [${chosen}], includeSucceeded: ${includeSucceeded} }, atMost: 2) { count } }`,
        {},
        staff,
      );
    expect(await redeliver(true)).toEqual({ n: 2 });
    const repeats = await database.db.webhookDelivery.findMany({ where: { cause: 'repeat' }, orderBy: { id: 'asc' } });
    expect(repeats.map(({ repeatOfId, eventId }) => [repeatOfId, eventId])).toEqual([
      [arrived.id, arrived.eventId],
      [failed.id, failed.eventId],
    ]);
    // They are pending now.
    expect(await redeliver(true)).toEqual({ n: 0 });
    const ALONE = 'mutation { redeliverWebhooks(selection: { includeSucceeded: true }, atMost: 9) { count } }';
    expect(await refusal(ALONE, {}, staff)).toMatchObject({ code: 'VALIDATION' });
  });

  it('repeats once for concurrent requests', async () => {
    const { id } = await scene.delivered('failed');
    const staff = await scene.as('staff');
    const ask = () =>
      answer<{ n: number }>(
        `mutation { n: redeliverWebhooks(selection: { deliveryIds: [${id}] }, atMost: 1) { count } }`,
        {},
        staff,
      );
    const counts = (await Promise.all([ask(), ask(), ask(), ask()])).map(({ n }) => n);
    expect(counts.sort()).toEqual([0, 0, 0, 1]);
    expect(await database.db.webhookDelivery.count({ where: { cause: 'repeat' } })).toBe(1);
  });
});

describe('erasing', () => {
  it('erases the bodies of an order, with an audit entry', async () => {
    const at = await scene.delivered();
    await scene.world.events([at.order]);
    const other = await scene.delivered();
    const ERASE = 'mutation ($id: SafeInt) { n: eraseWebhookBodies(orderId: $id) { count } }';
    expect(await answer(ERASE, { id: at.order.id }, await scene.as('admin'))).toEqual({ n: 2 });
    expect(await answer(ERASE, { id: at.order.id }, await scene.as('admin'))).toEqual({ n: 0 });
    expect(await refusal(ERASE, {}, await scene.as('admin'))).toMatchObject({ code: 'VALIDATION' });
    const events = await database.db.webhookEvent.findMany({ where: { payload: null } });
    expect(new Set(events.map(({ orderId }) => orderId))).toEqual(new Set([at.order.id]));
    expect((await database.db.webhookEvent.findUniqueOrThrow({ where: { id: other.eventId } })).payload).not.toBeNull();
    expect(await database.db.auditEntry.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      action: 'webhook-event.erase',
      actorId: scene.people.admin,
      entityId: at.order.id,
    });
  });
});

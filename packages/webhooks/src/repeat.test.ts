import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from './deliver.ts';
import { switchOff } from './endpoint-health.ts';
import { matchEvents } from './match-events.ts';
import { TASKS } from './queue.ts';
import { type Repeat, type RepeatSelection, repeatable, repeatDeliveries } from './repeat.ts';
import { eraseBodies, pruneEvents } from './retention.ts';
import { newSecret, seal } from './secrets.ts';
import { sendTest } from './send-test.ts';
import { sweep } from './sweep.ts';
import {
  answering,
  createCourier,
  createWorld,
  good,
  jobsOf,
  NOW,
  queuedDeliveries,
  type Receiver,
  runQueue,
  SETTINGS,
  startReceiver,
  type TestCourier,
  verified,
  type World,
} from './testing/index.ts';

let database: TestDatabase;
let world: World;
let courier: TestCourier;
let receiver: Receiver;
let endpoint: Awaited<ReturnType<World['endpoint']>>;

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  receiver = await startReceiver(answering(500));
  courier = createCourier(database.db, { webhookRetrySeconds: [0] });
  endpoint = await world.endpoint(receiver.url);
});
afterEach(async () => {
  await receiver.close();
  await courier.close();
  await database.db.webhookEvent.deleteMany();
  await database.db.webhookEndpoint.deleteMany();
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const rows = () => database.db.webhookDelivery.findMany({ orderBy: { id: 'asc' }, include: { attempts: true } });

/** A selection by staff who see all orders of the organization. */
async function selection(more: Partial<RepeatSelection> = {}): Promise<RepeatSelection> {
  const { id } = await world.home();
  return { organizationIds: [id], principals: [`o${id}`], allOrders: SETTINGS.permissions.allOrders, ...more };
}
const failures = async (more: Partial<RepeatSelection> = {}) => {
  const where = await selection(more);
  return inTransaction(database.db, (tx) => repeatable(tx, where));
};
const repeat = (repeats: Repeat[]) =>
  inTransaction(database.db, (tx) => repeatDeliveries(tx, repeats, courier.clock()));
const repeatOf = ({ id, eventId, endpointId }: { id: number; eventId: string; endpointId: number }): Repeat => ({
  deliveryId: id,
  eventId,
  endpointId,
});
const idsOf = (repeats: Repeat[]) => repeats.map(({ deliveryId }) => deliveryId);

describe('repeatDeliveries', () => {
  it('sends the same event and body once, with the current secret, and changes neither record nor health', async () => {
    await world.events([await world.order()]);
    await runQueue(courier);
    const [original] = await rows();
    if (!original) throw new Error('no delivery was created');
    const before = await database.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
    const secret = newSecret();
    await database.db.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { secret: seal(secret, SETTINGS.secretKey) },
    });
    courier.set(inHours(1));
    const repeated = await repeat([repeatOf(original)]);
    await runQueue(courier);
    expect(await rows()).toMatchObject([
      original,
      { id: repeated[0], cause: 'repeat', repeatOfId: original.id, status: 'failed', attemptCount: 1 },
    ]);
    const [first, second] = receiver.received;
    if (!first || !second) throw new Error('too few requests arrived');
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['x-order-sequence']).toBe(first.headers['x-order-sequence']);
    expect(verified(secret, second)).toBeTruthy();
    const { failingSince, lastFailureAt, lastSuccessAt } = before;
    expect(await database.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).toMatchObject({
      failingSince,
      lastFailureAt,
      lastSuccessAt,
    });
  });

  it('works for an endpoint that is switched off, where a 410 changes nothing', async () => {
    await world.events([await world.order()]);
    await runQueue(courier);
    await database.db.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { disabledAt: NOW, disabledReason: 'by hand' },
    });
    receiver.behave(answering(410));
    await repeat(await failures());
    await runQueue(courier);
    expect(receiver.received).toHaveLength(2);
    expect(await database.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).toMatchObject({
      disabledReason: 'by hand',
    });
  });

  it('sends the events of an order in sequence', async () => {
    const order = await world.order();
    for (let change = 0; change < 3; change += 1) await world.events([order], inHours(change));
    await runQueue(courier);
    receiver.behave(good);
    receiver.received.length = 0;
    await repeat((await failures()).reverse());
    await runQueue(courier);
    expect(receiver.received.map(({ headers }) => headers['x-order-sequence'])).toEqual(['2', '3', '4']);
  });
});

describe('repeatable', () => {
  it('finds failed deliveries until another one of the event succeeds or is pending', async () => {
    await world.events([await world.order(), await world.order(), await world.order()]);
    await runQueue(courier);
    const all = await failures();
    expect(idsOf(all)).toEqual((await rows()).map(({ id }) => id));
    // A repeat that failed, too, is not listed separately.
    await repeat(all.slice(0, 1));
    expect(await failures()).toEqual(all.slice(1));
    await runQueue(courier);
    expect(await failures()).toEqual(all);
    // Unless the selection names it.
    const again = (await rows()).slice(-1).map(({ id }) => id);
    expect(idsOf(await failures({ deliveryIds: again }))).toEqual(again);
    const chosen = [...again, ...(await rows()).slice(0, 3).map(({ id }) => id)];
    expect(await failures({ deliveryIds: chosen })).toEqual(all);
    receiver.behave(good);
    await repeat(all.slice(0, 2));
    await runQueue(courier);
    expect(await failures()).toEqual(all.slice(2));
  });

  it('finds events that an endpoint missed while it was off, and none from before or after', async () => {
    const owner = await world.userWith([]);
    const own = await world.endpoint(`${receiver.url}?own`, { ownerId: owner.id });
    const off = (reason: string) =>
      inTransaction(database.db, async (tx) => {
        for (const { id } of [endpoint, own]) await switchOff(tx, id, reason, courier.clock());
      });
    const on = () =>
      database.db.webhookEndpoint.updateMany({
        data: { disabledAt: null, disabledReason: null, missedUntil: courier.clock() },
      });
    receiver.behave(good);
    const happen = async (at: Date) => {
      courier.set(at);
      const order = await world.order({ issuerId: owner.id });
      const foreign = await world.order();
      const [id = '', other = ''] = await world.events([order, foreign], at);
      await runQueue(courier);
      return [
        { deliveryId: null, eventId: id, endpointId: endpoint.id },
        { deliveryId: null, eventId: id, endpointId: own.id },
        // The owner of the other endpoint may not see this order.
        { deliveryId: null, eventId: other, endpointId: endpoint.id },
      ];
    };
    await happen(NOW);
    courier.set(inHours(1));
    await off('by hand');
    const missed: Repeat[] = await happen(inHours(2));
    expect(await failures()).toEqual(missed);
    courier.set(inHours(3));
    await on();
    await happen(inHours(4));
    courier.set(inHours(5));
    await off('once more');
    missed.push(...(await happen(inHours(6))));
    expect(await failures()).toEqual(missed);
    expect(await failures({ endpointId: own.id, since: inHours(6) })).toEqual([missed[4]]);
    expect(await failures({ deliveryIds: [] })).toEqual([]);
    const before = receiver.received.length;
    await repeat(missed.slice(0, 4));
    await runQueue(courier);
    expect(receiver.received).toHaveLength(before + 4);
    expect((await rows()).slice(-4)).toMatchObject(
      missed
        .slice(0, 4)
        .map(({ eventId, endpointId }) => ({ eventId, endpointId, cause: 'repeat', status: 'succeeded' })),
    );
    expect(await failures()).toEqual(missed.slice(4));
    // When no event of that time is kept, there is no search for missed events.
    courier.set(inHours(7));
    await on();
    courier.set(inHours(100 * 24));
    await pruneEvents(courier);
    expect(await database.db.webhookEndpoint.findMany()).toMatchObject(
      [endpoint, own].map(({ id }) => ({ id, missedFrom: null, missedUntil: null })),
    );
  });

  it('filters by endpoint, order and time, and never returns events that the actor may not see', async () => {
    const other = await world.endpoint(`${receiver.url}?other`);
    const [one, two] = [await world.order(), await world.order()];
    await world.events([one]);
    await world.events([two], inHours(2));
    await runQueue(courier);
    expect(await failures()).toHaveLength(4);
    expect(await failures({ endpointId: other.id })).toHaveLength(2);
    expect(await failures({ orderId: one.id })).toHaveLength(2);
    expect(await failures({ since: inHours(1) })).toHaveLength(2);
    expect(await failures({ until: inHours(2), endpointId: endpoint.id })).toHaveLength(1);
    expect(await failures({ deliveryIds: [] })).toEqual([]);
    expect(await failures({ organizationIds: [0] })).toEqual([]);
    expect(await failures({ principals: ['u0'] })).toEqual([]);
    expect(await failures({ principals: [`u${one.issuerId}`], orderId: one.id })).toHaveLength(2);
  });
});

describe('sendTest', () => {
  it('sends a marked event to one endpoint, which does not count as a change', async () => {
    await world.endpoint(`${receiver.url}?other`);
    const { id: orderId, organizationId } = await world.order();
    const id = 'a8f1f6c8-7c0e-4a4f-9c7a-000000000003';
    const event = { id, organizationId, orderId, sequence: 1, kind: 'order-updated', actorId: null, requestId: null };
    const test = await inTransaction(database.db, (tx) =>
      sendTest(tx, endpoint.id, { ...event, createdAt: NOW, payload: '{"a":1}' }),
    );
    await sweep(courier);
    await runQueue(courier);
    expect(receiver.received).toMatchObject([
      { body: '{"a":1}', headers: { 'x-webhook-test': '1', 'webhook-id': id } },
    ]);
    expect(await rows()).toMatchObject([{ id: test, cause: 'test', status: 'failed', attemptCount: 1 }]);
    // A repeat of a test is still a test.
    await repeat([{ deliveryId: test, eventId: id, endpointId: endpoint.id }]);
    await runQueue(courier);
    expect(receiver.received[1]?.headers).toMatchObject({ 'x-webhook-test': '1', 'webhook-id': id });
    expect(await failures()).toEqual([]);
  });
});

describe('retention', () => {
  it('deletes old events with their deliveries, unless a delivery is pending', async () => {
    const order = await world.order();
    await world.events([order], inHours(-91 * 24));
    await world.events([order], inHours(-91 * 24));
    await world.events([order], inHours(-89 * 24));
    await database.db.webhookEndpoint.updateMany({ data: { createdAt: inHours(-100 * 24) } });
    await runQueue(courier);
    const [oldest] = await rows();
    if (!oldest) throw new Error('no delivery was created');
    await repeat([repeatOf(oldest)]);
    expect(await pruneEvents(courier)).toEqual({ parts: 0, events: 1 });
    await runQueue(courier);
    expect(await pruneEvents(courier)).toEqual({ parts: 0, events: 1 });
    expect(await database.db.webhookEvent.count()).toBe(1);
    expect(await database.db.webhookAttempt.count()).toBe(1);
  });

  it('keeps the record of an erased event, without its body and the responses', async () => {
    const [id = ''] = await world.events([await world.order()]);
    await runQueue(courier);
    expect(await eraseBodies(database.db, [id], inHours(1))).toBe(1);
    expect(await eraseBodies(database.db, [id], inHours(2))).toBe(0);
    expect(await database.db.webhookEvent.findUniqueOrThrow({ where: { id } })).toMatchObject({
      payload: null,
      erasedAt: inHours(1),
    });
    expect(await rows()).toMatchObject([{ attempts: [{ responseBody: null, responseStatus: 500 }] }]);
    expect(await failures()).toEqual([]);
  });

  it('erases the response to an event that is erased while it is being sent', async () => {
    const order = await world.order();
    const [id = ''] = await world.events([order]);
    receiver.behave(async (response) => {
      await eraseBodies(database.db, [id], NOW);
      response.end('Zoë');
    });
    await matchEvents(courier, [order.id]);
    const [delivery] = await rows();
    await deliver(courier, delivery?.id ?? 0);
    expect(await rows()).toMatchObject([{ status: 'succeeded', attempts: [{ responseBody: 'Zoë' }] }]);
    const late = (await jobsOf(database.db)).filter(({ task }) => task === TASKS.erase);
    expect(late).toMatchObject([{ payload: { eventIds: [id] }, runAt: new Date(NOW.getTime() + 300_000) }]);
    await runQueue(courier);
    expect(await rows()).toMatchObject([{ status: 'succeeded', attempts: [{ responseBody: null }] }]);
  });
});

describe('sweep', () => {
  it('finds events that no job matched, deliveries without a job, and overdue deliveries', async () => {
    const orders = [await world.order(), await world.order(), await world.order()];
    receiver.behave(good);
    await world.events(orders.slice(0, 1));
    await world.events(orders.slice(1, 2));
    await matchEvents(courier, [orders[1]?.id ?? 0]);
    await world.events(orders.slice(2));
    await matchEvents(courier, [orders[2]?.id ?? 0]);
    await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await database.db.webhookDelivery.updateMany({ where: { orderId: orders[2]?.id ?? 0 }, data: { queuedAt: null } });
    await sweep(courier);
    expect(await queuedDeliveries(database.db)).toHaveLength(1);
    courier.set(inHours(1));
    await sweep(courier);
    expect(await queuedDeliveries(database.db)).toHaveLength(3);
    await runQueue(courier);
    expect(receiver.received).toHaveLength(3);
    expect(courier.notified).toHaveLength(2);
  });

  it('changes nothing in a healthy system', async () => {
    await world.events([await world.order()]);
    await matchEvents(courier, [(await database.db.order.findFirstOrThrow({ orderBy: { id: 'desc' } })).id]);
    const before = await jobsOf(database.db);
    courier.set(inHours(1));
    await sweep(courier);
    expect(await jobsOf(database.db)).toEqual(before);
    expect(courier.notified).toEqual([]);
  });
});

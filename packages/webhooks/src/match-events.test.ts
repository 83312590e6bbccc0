import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { matchEvents } from './match-events.ts';
import { givenPayloads, recordEvents } from './record-events.ts';
import {
  createCourier,
  createWorld,
  jobsOf,
  NOW,
  queuedDeliveries,
  type TestCourier,
  type World,
} from './testing/index.ts';

let database: TestDatabase;
let world: World;
let courier: TestCourier;

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
  courier = createCourier(database.db);
});
afterAll(async () => {
  await courier.close();
  await database.drop();
});
beforeEach(async () => {
  await database.db.webhookEvent.deleteMany();
  await database.db.webhookEndpoint.deleteMany();
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

const deliveries = () =>
  database.db.webhookDelivery.findMany({ orderBy: { id: 'asc' }, include: { event: { select: { sequence: true } } } });

describe('recordEvents', () => {
  it('adds one job for all events of a change, and nothing for a change that is rolled back', async () => {
    const [one, two] = [await world.order(), await world.order()];
    await world.events([one, two]);
    expect(await jobsOf(database.db)).toMatchObject([
      { task: 'match-webhooks', payload: { orderIds: [one.id, two.id] } },
    ]);
    const failing = inTransaction(database.db, async (tx) => {
      const { id: orderId, organizationId } = one;
      const id = 'a8f1f6c8-7c0e-4a4f-9c7a-000000000001';
      const event = { id, organizationId, orderId, sequence: 99, kind: 'k', actorId: null, requestId: null };
      await recordEvents(tx, [{ ...event, createdAt: NOW }], givenPayloads([{ id, payload: '{}' }]));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await database.db.webhookEvent.count()).toBe(2);
    expect(await jobsOf(database.db)).toHaveLength(1);
  });

  it('never stores a second event for the same version of an order', async () => {
    const order = await world.order();
    await world.events([order]);
    const event = await database.db.webhookEvent.findFirstOrThrow();
    const again = database.db.webhookEvent.create({ data: { ...event, id: 'a8f1f6c8-7c0e-4a4f-9c7a-000000000002' } });
    await expect(again).rejects.toThrow(/[Uu]nique/);
  });
});

describe('matchEvents', () => {
  it('creates and queues a delivery for each endpoint of the organization', async () => {
    const order = await world.order();
    const other = await world.organization();
    const [one, two] = [await world.endpoint('https://a.example/'), await world.endpoint('https://b.example/')];
    await world.endpoint('https://elsewhere.example/', { organizationId: other.id });
    await world.endpoint('https://younger.example/', { createdAt: new Date(NOW.getTime() + 1) });
    await world.events([order]);
    await matchEvents(courier, [order.id]);
    const made = await deliveries();
    expect(made).toMatchObject([
      { endpointId: one.id, orderId: order.id, cause: 'change', status: 'pending', nextAttemptAt: NOW, queuedAt: NOW },
      { endpointId: two.id, orderId: order.id, cause: 'change', status: 'pending', nextAttemptAt: NOW, queuedAt: NOW },
    ]);
    expect(await queuedDeliveries(database.db)).toEqual(made.map(({ id }) => id));
  });

  it('creates them once, however often it runs', async () => {
    const order = await world.order();
    await world.endpoint('https://a.example/');
    await world.events([order]);
    await Promise.all(Array.from({ length: 5 }, () => matchEvents(courier, [order.id])));
    expect(await deliveries()).toHaveLength(1);
  });

  it('keeps the sequence of the events of an order, whichever job runs first', async () => {
    const order = await world.order();
    await world.endpoint('https://a.example/', { concurrency: 10 });
    for (let change = 0; change < 12; change += 1) await world.events([order]);
    await Promise.all(Array.from({ length: 12 }, () => matchEvents(courier, [order.id])));
    expect((await deliveries()).map(({ event }) => event.sequence)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 2),
    );
    // In sequence: only the first delivery is in the queue.
    expect(await queuedDeliveries(database.db)).toHaveLength(1);
  });

  it('creates deliveries to the endpoint of a user only for orders that the user may see', async () => {
    const seller = await world.role();
    const order = await world.order({ roleId: seller.id });
    const elsewhere = await world.organization();
    const staff = await world.userWith(['orders.view-all']);
    const colleague = await world.user({ roles: [seller.id] });
    const member = await world.user({ clients: [order.clientId] });
    const issuer = { id: order.issuerId };
    const stranger = await world.userWith([]);
    const foreign = await world.userWith(['orders.view-all'], { organizationId: elsewhere.id });
    const left = await world.userWith(['orders.view-all']);
    await database.db.user.update({ where: { id: left.id }, data: { disabledAt: NOW } });
    const expected: number[] = [];
    for (const [owner, sees] of [
      [staff, true],
      [colleague, true],
      [member, true],
      [issuer, true],
      [stranger, false],
      [foreign, false],
      [left, false],
    ] as const) {
      const { id } = await world.endpoint('https://a.example/', { ownerId: owner.id });
      if (sees) expected.push(id);
    }
    await world.events([order]);
    await matchEvents(courier, [order.id]);
    expect((await deliveries()).map(({ endpointId }) => endpointId)).toEqual(expected);
  });

  it('creates none for an endpoint that is switched off', async () => {
    const order = await world.order();
    await world.endpoint('https://a.example/', { disabledAt: NOW, disabledReason: 'by hand' });
    await world.events([order]);
    await matchEvents(courier, [order.id]);
    expect(await deliveries()).toEqual([]);
    expect(await database.db.webhookEvent.count({ where: { matchedAt: null } })).toBe(0);
  });

  it('queues at most the concurrent deliveries of an endpoint, and one while it fails', async () => {
    const orders = await world.orders(8);
    const usual = await world.endpoint('https://a.example/', { concurrency: 3 });
    const rated = await world.endpoint('https://b.example/', { concurrency: 9, ratePerSecond: 2 });
    const failing = await world.endpoint('https://c.example/', { concurrency: 9, failingSince: NOW });
    await world.events(orders);
    await matchEvents(
      courier,
      orders.map(({ id }) => id),
    );
    const queued = await database.db.webhookDelivery.groupBy({
      by: ['endpointId'],
      where: { queuedAt: { not: null } },
      _count: true,
      orderBy: { endpointId: 'asc' },
    });
    expect(queued.map(({ endpointId, _count }) => [endpointId, _count])).toEqual([
      [usual.id, 3],
      [rated.id, 2],
      [failing.id, 1],
    ]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Tx } from '@channel/prisma';
import { type TestDatabase, testDatabase, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from './deliver.ts';
import { deleteEndpoint, switchOff } from './endpoint-health.ts';
import { matchEvents } from './match-events.ts';
import { repeatable, repeatDeliveries } from './repeat.ts';
import { pruneEvents } from './retention.ts';
import { sendTest } from './send-test.ts';
import { sweep } from './sweep.ts';
import {
  answering,
  createCourier,
  createWorld,
  good,
  NOW,
  queuedDeliveries,
  type Receiver,
  runQueue,
  SETTINGS,
  startReceiver,
  type TestCourier,
  type World,
} from './testing/index.ts';

let database: TestDatabase;
let world: World;
let courier: TestCourier;
let receiver: Receiver;
let endpointId: number;
let order: Awaited<ReturnType<World['order']>>;

beforeAll(async () => {
  database = await testDatabase({ poolSize: 5 });
  world = createWorld(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  receiver = await startReceiver(answering(500));
  courier = createCourier(database.db, { webhookRetrySeconds: [0, 60, 60] });
  endpointId = (await world.endpoint(receiver.url)).id;
  order = await world.order();
});
afterEach(async () => {
  await receiver.close();
  await courier.close();
  await database.db.webhookEvent.deleteMany();
  await database.db.webhookEndpoint.deleteMany();
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

/** Disables or deletes the endpoint, in a separate transaction or in the given one. */
type End = (tx?: Tx) => Promise<unknown>;

const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const happens = () => world.events([order]);
const match = () => matchEvents(courier, [order.id]);
const leaves = async () => {
  for (const id of await queuedDeliveries(database.db)) await deliver(courier, id);
};
const loseJobs = () => database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;

/** Runs `end` in a transaction that commits when the concurrent work is blocked by it or done. */
async function concurrently(end: End, work: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  let working: Promise<unknown> = Promise.resolve();
  await inTransaction(database.db, async (tx) => {
    await end(tx);
    working = work().finally(() => {
      isOver = true;
    });
    while (!isOver && (await waitingForLocks(database.db)) === 0) await sleep(5);
  });
  await working;
}

const staffRepeat = () =>
  inTransaction(database.db, async (tx) => {
    const organizationIds = [(await world.home()).id];
    const { allOrders } = SETTINGS.permissions;
    const found = await repeatable(tx, {
      organizationIds,
      principals: organizationIds.map((id) => `o${id}`),
      allOrders,
    });
    return repeatDeliveries(tx, found, courier.clock());
  });

const staffTest = () => {
  const { id: orderId, organizationId } = order;
  const id = 'a8f1f6c8-7c0e-4a4f-9c7a-000000000007';
  const event = { id, organizationId, orderId, sequence: 99, kind: 'order-updated', actorId: null, requestId: null };
  return inTransaction(database.db, (tx) => sendTest(tx, endpointId, { ...event, createdAt: NOW, payload: '{}' }));
};

/** A delivery whose last attempt failed. */
async function failed(): Promise<void> {
  courier.settings.webhookRetrySeconds = [0];
  await happens();
  await runQueue(courier);
}

/** Every step between an event and the end of its delivery, with the end of the endpoint at that step. */
const steps: Record<string, (end: End) => Promise<unknown>> = {
  'before an event is matched': async (end) => {
    await happens();
    await end();
    await match();
  },
  'while an event is matched': async (end) => {
    await happens();
    await concurrently(end, match);
  },
  'while an event is matched whose first attempt is delayed': async (end) => {
    courier.settings.webhookRetrySeconds = [5, 60];
    await happens();
    await concurrently(end, match);
  },
  'between matching and a delayed first attempt': async (end) => {
    courier.settings.webhookRetrySeconds = [5, 60];
    await happens();
    await match();
    await end();
  },
  'when a delivery is in the queue and others wait for it': async (end) => {
    for (let change = 0; change < 3; change += 1) await happens();
    await match();
    await end();
    await leaves();
  },
  'when a delivery is in the queue and its job is lost': async (end) => {
    await happens();
    await match();
    await end();
    await loseJobs();
  },
  'while the receiver responds with success': async (end) => {
    receiver.behave(async (response, request) => {
      await end();
      await good(response, request);
    });
    await happens();
    await match();
    await leaves();
  },
  'while the receiver responds with an error': async (end) => {
    receiver.behave(async (response, request) => {
      await end();
      await answering(503)(response, request);
    });
    for (let change = 0; change < 2; change += 1) await happens();
    await match();
    await leaves();
  },
  'while a failure is recorded': async (end) => {
    await happens();
    await match();
    await concurrently(end, leaves);
  },
  'while a delivery waits for its next attempt': async (end) => {
    await happens();
    await match();
    await leaves();
    await end();
  },
  'when the next attempt is due and its wake job is lost': async (end) => {
    await happens();
    await match();
    await leaves();
    await loseJobs();
    courier.set(inHours(1));
    await concurrently(end, () => sweep(courier));
  },
  'while the sweep finds an unmatched event': async (end) => {
    await happens();
    await loseJobs();
    courier.set(inHours(1));
    await concurrently(end, () => sweep(courier));
  },
  'while staff send it again': async (end) => {
    await failed();
    await concurrently(end, staffRepeat);
  },
  'when staff have repeated more deliveries than are sent concurrently': async (end) => {
    courier.settings.webhookRetrySeconds = [0];
    for (let change = 0; change < 3; change += 1) await happens();
    await runQueue(courier);
    await staffRepeat();
    await end();
  },
  'while staff test it': (end) => concurrently(end, staffTest),
  'when a test is in the queue': async (end) => {
    await staffTest();
    await end();
  },
};

const ends: Record<string, (tx: Tx) => Promise<unknown>> = {
  'switched off': (tx) => switchOff(tx, endpointId, 'by hand', courier.clock()),
  deleted: (tx) => deleteEndpoint(tx, endpointId, courier.clock()),
};

describe.each(Object.entries(ends))('an endpoint that is %s', (word, act) => {
  it.each(Object.entries(steps))('%s leaves no delivery pending', async (_, step) => {
    let ended = 0;
    let sent = 0;
    await step(async (tx) => {
      // Some steps run more than once.
      if (ended++ > 0) return;
      await (tx ? act(tx) : inTransaction(database.db, act));
      sent = receiver.received.length;
    });
    expect(ended).toBeGreaterThan(0);
    for (const hours of [2, 30, 60]) {
      courier.set(inHours(hours));
      await sweep(courier);
      await runQueue(courier);
    }
    const rows = await database.db.webhookDelivery.findMany();
    expect(rows.filter(({ status }) => status === 'pending')).toEqual([]);
    for (const row of rows)
      expect(row).toMatchObject({ nextAttemptAt: null, queuedAt: null, finishedAt: expect.any(Date) });
    // A delivery that is already being sent ends normally.
    if (word === 'deleted') expect(receiver.received.length - sent).toBeLessThanOrEqual(1);

    courier.set(inHours(200 * 24));
    await pruneEvents(courier);
    expect(await database.db.webhookEvent.count()).toBe(0);
    await pruneEvents(courier);
    expect(await database.db.webhookEndpoint.count()).toBe(word === 'deleted' ? 0 : 1);
  });
});

it('the sweep ends deliveries that a former release left pending for a disabled endpoint', async () => {
  await happens();
  await match();
  await loseJobs();
  await database.db.webhookDelivery.updateMany({ data: { queuedAt: null } });
  await database.db.webhookEndpoint.updateMany({ data: { disabledAt: NOW, disabledReason: 'by hand' } });
  courier.set(inHours(1));
  await sweep(courier);
  expect(await database.db.webhookDelivery.findMany()).toMatchObject([
    { status: 'skipped', reason: 'The endpoint was switched off.', nextAttemptAt: null, finishedAt: inHours(1) },
  ]);
});

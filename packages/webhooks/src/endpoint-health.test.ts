import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answering,
  createCourier,
  createWorld,
  good,
  NOW,
  type Receiver,
  runQueue,
  startReceiver,
  type TestCourier,
  type World,
} from './testing/index.ts';

let database: TestDatabase;
let world: World;
let courier: TestCourier;
let receiver: Receiver;
let endpointId: number;

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  receiver = await startReceiver(answering(500));
  courier = createCourier(database.db);
  endpointId = (await world.endpoint(receiver.url)).id;
});
afterEach(async () => {
  await receiver.close();
  await courier.close();
  await database.db.webhookEvent.deleteMany();
  await database.db.webhookEndpoint.deleteMany();
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

const endpoint = () => database.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

/** Creates an event every twelve hours and runs all due jobs, until a number of hours has passed. */
async function pass(hours: number, eachTime: (hour: number) => void = () => {}): Promise<void> {
  for (let hour = 0; hour <= hours; hour += 12) {
    courier.set(inHours(hour));
    eachTime(hour);
    await world.events([await world.order()], inHours(hour));
    await runQueue(courier);
  }
}

describe('an endpoint', () => {
  it('is switched off after five days of uninterrupted failure, with an audit entry', async () => {
    await pass(108);
    expect(await endpoint()).toMatchObject({ disabledAt: null, failingSince: NOW });
    await pass(132);
    const { disabledAt, disabledReason } = await endpoint();
    expect(disabledAt).toEqual(inHours(120));
    expect(disabledReason).toBe('Every attempt failed for 5 days.');
    expect(await database.db.auditEntry.findMany({ where: { entityId: endpointId } })).toMatchObject([
      {
        action: 'webhook-endpoint.disable',
        channel: 'system',
        actorId: null,
        after: { disabledReason },
        at: inHours(120),
      },
    ]);
    expect(courier.notified).toMatchObject([{ level: 'warn', message: 'a webhook endpoint was switched off' }]);
    // No delivery is pending any more, and later events made none.
    const states = await database.db.webhookDelivery.groupBy({ by: ['status'], _count: true });
    expect(states.map(({ status }) => status).sort()).toEqual(['failed', 'skipped']);
    const { length } = receiver.received;
    courier.set(inHours(200));
    await runQueue(courier);
    expect(receiver.received).toHaveLength(length);
  });

  it('stays on with occasional successes', async () => {
    await pass(240, (hour) => receiver.behave(hour % 96 === 48 ? good : answering(500)));
    expect(await endpoint()).toMatchObject({ disabledAt: null });
  });

  it('stays on when failures are far apart', async () => {
    await pass(0);
    await database.db.webhookDelivery.updateMany({ data: { status: 'failed', finishedAt: NOW, nextAttemptAt: null } });
    courier.set(inHours(24 * 60));
    await world.events([await world.order()], inHours(24 * 60));
    await runQueue(courier);
    expect(await endpoint()).toMatchObject({ disabledAt: null, failingSince: inHours(24 * 60) });
  });

  it('notifies once of each outage of a day, and once when it is switched off', async () => {
    const kinds = () => courier.notices.map(({ kind, failingSince, days }) => [kind, failingSince, days]);
    await pass(12);
    expect(kinds()).toEqual([]);
    await pass(108);
    expect(kinds()).toEqual([['failing', NOW, 5]]);
    await pass(132);
    expect(kinds()).toEqual([
      ['failing', NOW, 5],
      ['disabled', NOW, 5],
    ]);
    expect(courier.notices[1]).toMatchObject({ endpointId });
  });

  it('notifies of the next outage anew', async () => {
    await pass(132, (hour) => receiver.behave(hour === 60 ? good : answering(500)));
    expect(courier.notices.map(({ kind }) => kind)).toEqual(['failing', 'failing']);
    expect(courier.notices[1]?.failingSince.getTime()).toBeGreaterThan(inHours(60).getTime() - 1);
  });

  it('is switched off immediately when it answers 410, and its pending deliveries are skipped', async () => {
    receiver.behave((response) => void response.writeHead(receiver.received.length === 1 ? 503 : 410).end());
    await world.events([await world.order(), await world.order(), await world.order()]);
    await runQueue(courier);
    expect(await endpoint()).toMatchObject({ disabledAt: NOW, disabledReason: 'It answered 410 Gone.' });
    expect(receiver.received).toHaveLength(2);
    expect(courier.notices).toMatchObject([{ kind: 'disabled', days: null, endpointId }]);
    const rows = await database.db.webhookDelivery.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'The endpoint was switched off.'],
      ['failed', null],
      ['skipped', 'The endpoint was switched off.'],
    ]);
  });
});

import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import type { Settings } from '@channel/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { matchEvents } from './match-events.ts';
import { newSecret, seal } from './secrets.ts';
import {
  answering,
  type Behaviour,
  createCourier,
  createWorld,
  good,
  hanging,
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
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
  await database.db.webhookEvent.deleteMany();
  await database.db.webhookEndpoint.deleteMany();
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

type Scene = Awaited<ReturnType<typeof scene>>;

/** A receiver, its endpoint and one event for it. */
async function scene(behaviour: Behaviour = good, settings: Partial<Settings> = {}, columns = {}) {
  const receiver: Receiver = await startReceiver(behaviour);
  const courier: TestCourier = createCourier(database.db, settings);
  open.push(receiver, courier);
  const order = await world.order();
  const endpoint = await world.endpoint(receiver.url, columns);
  const [eventId = ''] = await world.events([order]);
  return { receiver, courier, order, endpoint, eventId };
}

const delivery = (endpointId: number) =>
  database.db.webhookDelivery.findFirstOrThrow({
    where: { endpointId },
    include: { attempts: { orderBy: { number: 'asc' } } },
  });
const endpointOf = ({ endpoint }: Scene) =>
  database.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });

const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1_000;
const later = (seconds: number, from = NOW) => new Date(from.getTime() + seconds * 1_000);

describe('a delivery', () => {
  it('sends the stored body, signed, and is recorded with request and response', async () => {
    const at = await scene();
    await runQueue(at.courier);
    const { payload } = await database.db.webhookEvent.findUniqueOrThrow({ where: { id: at.eventId } });
    const [request] = at.receiver.received;
    if (!request) throw new Error('nothing came');
    expect(request.body).toBe(payload);
    expect(verified(at.endpoint.secretText, request)).toMatchObject({ id: at.eventId, data: { name: 'Zoë' } });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': at.eventId,
      'webhook-timestamp': String(NOW.getTime() / 1_000),
      'x-order-sequence': '2',
    });
    expect(await delivery(at.endpoint.id)).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
      finishedAt: NOW,
      queuedAt: null,
      attempts: [
        {
          number: 1,
          url: at.receiver.url,
          startedAt: NOW,
          responseStatus: 200,
          responseBody: 'ok',
          error: null,
          requestHeaders: { 'webhook-id': at.eventId, 'webhook-signature': request.headers['webhook-signature'] },
          responseHeaders: { 'content-length': '2' },
        },
      ],
    });
    expect(await endpointOf(at)).toMatchObject({ lastSuccessAt: NOW, lastFailureAt: null, failingSince: null });
    expect(await jobsOf(database.db)).toEqual([]);
  });

  it('is attempted ten times by the schedule, with the same id and body and a new signature, and then fails', async () => {
    const at = await scene(answering(500));
    const waits = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    const times: Date[] = [];
    await runQueue(at.courier);
    for (;;) {
      const { nextAttemptAt } = await delivery(at.endpoint.id);
      if (!nextAttemptAt) break;
      times.push(nextAttemptAt);
      at.courier.set(later(-0.001, nextAttemptAt));
      await runQueue(at.courier);
      expect(at.receiver.received).toHaveLength(times.length);
      at.courier.set(nextAttemptAt);
      await runQueue(at.courier);
    }
    const sent = at.receiver.received;
    expect(sent).toHaveLength(10);
    const gaps = [NOW, ...times].slice(0, -1).map((time, index) => times[index] && seconds(time, times[index]));
    expect(gaps).toEqual(waits.slice(1));
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([at.eventId]));
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    for (const request of sent) expect(verified(at.endpoint.secretText, request)).toBeTruthy();
    const { status, attempts } = await delivery(at.endpoint.id);
    expect(status).toBe('failed');
    expect(attempts.map(({ number, responseStatus }) => [number, responseStatus])).toEqual(
      waits.map((_, index) => [index + 1, 500]),
    );
    expect(await endpointOf(at)).toMatchObject({ disabledAt: null, failingSince: NOW });
    expect(await jobsOf(database.db)).toEqual([]);
  });

  it.each([200, 201, 204, 299])('succeeds with %i', async (status) => {
    const at = await scene(answering(status));
    await runQueue(at.courier);
    expect(await delivery(at.endpoint.id)).toMatchObject({ status: 'succeeded', nextAttemptAt: null });
  });

  it.each([301, 307, 400, 404, 500, 502, 503, 504])('is attempted again after %i', async (status) => {
    const target = await startReceiver();
    open.push(target);
    const at = await scene(answering(status, { location: target.url }));
    await runQueue(at.courier);
    expect(await delivery(at.endpoint.id)).toMatchObject({
      status: 'pending',
      nextAttemptAt: later(5),
      attempts: [{ responseStatus: status, error: null }],
    });
    expect(target.received).toEqual([]);
  });

  it('is attempted again when no response arrives in time', async () => {
    const at = await scene(hanging, { webhookTimeoutSeconds: 0.2 });
    await runQueue(at.courier);
    expect(await delivery(at.endpoint.id)).toMatchObject({
      status: 'pending',
      attempts: [{ responseStatus: null, responseBody: null, error: 'No complete response within 0.2 s.' }],
    });
  });

  it('waits as long as the receiver requests', async () => {
    const at = await scene(answering(429, { 'retry-after': '900' }));
    await runQueue(at.courier);
    expect(await delivery(at.endpoint.id)).toMatchObject({ status: 'pending', nextAttemptAt: later(900) });
  });

  it('continues after a failure as if there had been none', async () => {
    const at = await scene(answering(503));
    await runQueue(at.courier);
    at.receiver.behave(good);
    at.courier.set(later(5));
    await runQueue(at.courier);
    expect(await delivery(at.endpoint.id)).toMatchObject({ status: 'succeeded', attemptCount: 2 });
    expect(await endpointOf(at)).toMatchObject({ failingSince: null, lastSuccessAt: later(5), lastFailureAt: NOW });
  });

  it('is not sent to an address that the current rules refuse', async () => {
    const at = await scene(good, { webhookAllowedRanges: [] });
    await runQueue(at.courier);
    const [attempt] = (await delivery(at.endpoint.id)).attempts;
    expect(attempt?.error).toMatch(/must be a public address/);
    expect(at.receiver.received).toEqual([]);
  });

  it('fails with a recorded error when the key of the installation has changed', async () => {
    const at = await scene(good, { secretKey: 'another key, of 32 characters and more' });
    await runQueue(at.courier);
    expect((await delivery(at.endpoint.id)).attempts).toMatchObject([{ error: 'The secret could not be decrypted.' }]);
    expect(at.courier.notified).toMatchObject([{ level: 'warn' }]);
    expect(at.receiver.received).toEqual([]);
  });
});

describe('a change before a delivery is sent', () => {
  it('rotates the secret: two signatures during the overlap, one afterwards', async () => {
    const at = await scene();
    const next = newSecret();
    const { secret: previousSecret } = await endpointOf(at);
    await database.db.webhookEndpoint.update({
      where: { id: at.endpoint.id },
      data: { secret: seal(next, SETTINGS.secretKey), previousSecret, previousSecretExpiresAt: later(86_400) },
    });
    await runQueue(at.courier);
    at.courier.set(later(86_400));
    await world.events([at.order]);
    await runQueue(at.courier);
    const [during, after] = at.receiver.received;
    if (!during || !after) throw new Error('too few requests arrived');
    expect(during.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [next, at.endpoint.secretText]) expect(verified(secret, during)).toBeTruthy();
    expect(verified(next, after)).toBeTruthy();
    expect(() => verified(at.endpoint.secretText, after)).toThrow();
  });

  it.each([
    [
      'the endpoint is switched off',
      async ({ endpoint }: Scene) =>
        database.db.webhookEndpoint.update({
          where: { id: endpoint.id },
          data: { disabledAt: NOW, disabledReason: 'by hand' },
        }),
      /switched off/,
    ],
    [
      'the body is erased',
      async ({ eventId }: Scene) =>
        database.db.webhookEvent.update({ where: { id: eventId }, data: { payload: null, erasedAt: NOW } }),
      /erased/,
    ],
    [
      'the owner may no longer see the order',
      async ({ endpoint }: Scene) =>
        database.db.webhookEndpoint.update({
          where: { id: endpoint.id },
          data: { ownerId: (await world.userWith([])).id },
        }),
      /no longer see/,
    ],
  ])('skips the delivery when %s', async (_, change, reason) => {
    const at = await scene();
    await matchEvents(at.courier, [at.order.id]);
    expect(await queuedDeliveries(database.db)).toHaveLength(1);
    await change(at);
    await runQueue(at.courier);
    expect(await delivery(at.endpoint.id)).toMatchObject({
      status: 'skipped',
      reason: expect.stringMatching(reason),
      finishedAt: NOW,
      attemptCount: 0,
      queuedAt: null,
    });
    expect(at.receiver.received).toEqual([]);
  });
});

describe('the sequence of deliveries', () => {
  const sequences = ({ received }: Receiver) => received.map(({ headers }) => Number(headers['x-order-sequence']));

  it('sends the events of one order in sequence', async () => {
    const at = await scene();
    for (let change = 0; change < 4; change += 1) await world.events([at.order]);
    await runQueue(at.courier);
    expect(sequences(at.receiver)).toEqual([2, 3, 4, 5, 6]);
  });

  it('does not delay a newer event for one that waits for its next attempt, and does not overtake one that is being sent', async () => {
    const at = await scene(
      (response, { headers }) => void response.writeHead(headers['x-order-sequence'] === '2' ? 500 : 200).end(),
    );
    await runQueue(at.courier);
    await world.events([at.order]);
    await runQueue(at.courier);
    expect(sequences(at.receiver)).toEqual([2, 3]);
    // The failed event is due again and goes first; newer events wait for it.
    at.courier.set(later(5));
    await world.events([at.order]);
    at.receiver.behave(good);
    const [wake] = (await jobsOf(database.db)).filter(({ task }) => task === 'wake-webhooks');
    expect(wake?.runAt).toEqual(later(5));
    await runQueue(at.courier);
    expect(sequences(at.receiver)).toEqual([2, 3, 2, 4]);
  });

  it('respects the rate limit of the endpoint', async () => {
    const at = await scene(good, {}, { ratePerSecond: 2 });
    const orders = await world.orders(4);
    await world.events(orders);
    await runQueue(at.courier);
    const attempts = await database.db.webhookAttempt.findMany({ orderBy: { id: 'asc' } });
    expect(attempts.map(({ startedAt }) => startedAt)).toEqual([0, 0.5, 1, 1.5, 2].map((seconds) => later(seconds)));
    expect(at.courier.paused).toEqual([500, 500, 500, 500]);
  });

  it('queues the next delivery when one finishes', async () => {
    const at = await scene(good, {}, { concurrency: 1 });
    await world.events(await world.orders(2));
    const queued: number[] = [];
    at.receiver.behave(async (response) => {
      queued.push((await queuedDeliveries(database.db)).length);
      response.end();
    });
    await runQueue(at.courier);
    expect(at.receiver.received).toHaveLength(3);
    expect(Math.max(...queued)).toBe(0);
  });
});

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, type CrewMember, createSessions, startFamily } from '@channel/auth';
import { startProxy, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { CHANNELS } from '@channel/webhooks';
import { createCourier, createWorld, runQueue, startReceiver, type World } from '@channel/webhooks/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { folderStorage } from '../media/storage.ts';
import { buildServer } from '../server.ts';
import { type Event, type Watched, watchEvents } from '../testing/watch.ts';
import { Stream } from './stream.ts';
import { createWatchers } from './watchers.ts';

let database: TestDatabase;
let make: World;
let services: Services;
/** Two servers on one database, like two processes: each receives the changes of the other. */
let one: FastifyInstance;
let other: FastifyInstance;
const watching: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { db, connectionString } = database;
  make = createWorld(db);
  const settings = loadSettings({
    DATABASE_URL: connectionString,
    SECRET_KEY: 'a key that only tests know, 32 and more',
  });
  const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false });
  services = { settings, db, sessions, storage: folderStorage(tmpdir()), clock: () => new Date() };
  [one, other] = [await buildServer(services), await buildServer(services)];
  for (const app of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const { close } of watching.splice(0)) await close();
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

const addressOf = (app: FastifyInstance) => `${app.listeningOrigin}`;

async function post(app: FastifyInstance, userId: number, query: string) {
  const { accessToken } = await startFamily(database.db, userId, new Date(), services.settings);
  return fetch(`${addressOf(app)}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query }),
  });
}

/** Watches by server-sent events until the test ends. */
async function watch(app: FastifyInstance, userId: number, query: string) {
  const { accessToken } = await startFamily(database.db, userId, new Date(), services.settings);
  const watched = await watchEvents(addressOf(app), { authorization: `Bearer ${accessToken}` }, { query });
  watching.push(watched);
  return watched;
}

const NEWS = 'subscription { orderNews { orderId version order { referenceCode } } }';
const change = (app: FastifyInstance, userId: number, id: number, code: string) =>
  post(
    app,
    userId,
    `mutation { updateOrder(reference: "${id}", input: { referenceCode: "${code}" }) { order { id: databaseId } } }`,
  );

const seen = ({ events }: { events: Event[] }) => events.map(({ data }) => data?.orderNews);
describe('watching', () => {
  it('sends the changes of another process in sequence, with the current state of the order', async () => {
    const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
    const [first, second] = [await make.order(), await make.order()];
    const all = await watch(one, staff.id, NEWS);
    const some = await watch(one, staff.id, NEWS.replace('orderNews', `orderNews(orderIds: [${second.id}])`));
    expect(all.state).toMatchObject({ status: 200, type: 'text/event-stream' });
    await change(other, staff.id, first.id, 'a');
    await change(other, staff.id, second.id, 'b');
    await expect
      .poll(() => seen(all))
      .toEqual([
        { orderId: first.id, version: 2, order: { referenceCode: 'a' } },
        { orderId: second.id, version: 2, order: { referenceCode: 'b' } },
      ]);
    await expect.poll(() => seen(some)).toEqual([{ orderId: second.id, version: 2, order: { referenceCode: 'b' } }]);
  });

  it('sends every change from the beginning of its answer, also as the first stream', async () => {
    const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
    const order = await make.order();
    const app = await buildServer(services);
    await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const watched = await watch(app, staff.id, NEWS);
      await database.db.$queryRaw`SELECT pg_notify(${CHANNELS.orders}, '[[' || ${order.id}::bigint || ',1]]')::text`;
      await expect.poll(() => seen(watched)).toMatchObject([{ orderId: order.id }]);
    } finally {
      await app.close();
    }
  });

  it('is charged for each event, and ends when the budget of the minute is spent', async () => {
    const begun = new Date();
    // Each costs 52: the subscription, and two events.
    const limits = { ...services.settings, graphqlCostPerMinute: 160 };
    const poor = await buildServer({ ...services, settings: limits, clock: () => begun });
    await poor.listen({ port: 0, host: '127.0.0.1' });
    try {
      const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
      // The budget of a user is one for all processes.
      const author = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
      const order = await make.order();
      const watched = await watch(poor, staff.id, NEWS);
      for (const code of ['a', 'b', 'c', 'd']) await change(other, author.id, order.id, code);
      await expect.poll(() => watched.state.ended).toBe(true);
      expect(watched.events).toMatchObject([
        { data: { orderNews: { orderId: order.id } } },
        { data: { orderNews: { orderId: order.id } } },
        { errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', cost: { requested: 52, remaining: 4 } } }] },
      ]);
    } finally {
      await poor.close();
    }
  });

  it('does not send orders that the watcher may not see', async () => {
    const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
    const elsewhere = await make.organization();
    const stranger = await make.userWith(['orders.view-all', 'graphql.query'], {
      clientId: null,
      organizationId: elsewhere.id,
    });
    const own = await make.order();
    const theirs = await make.order({
      organizationId: elsewhere.id,
      roleId: stranger.role.id,
      issuerId: stranger.id,
    });
    const watched = await watch(one, stranger.id, NEWS);
    await change(other, staff.id, own.id, 'secret');
    await change(other, stranger.id, theirs.id, 'open');
    await expect
      .poll(() => seen(watched))
      .toEqual([{ orderId: theirs.id, version: 2, order: { referenceCode: 'open' } }]);
  });

  it('sends the results of deliveries to staff', async () => {
    const staff = await make.userWith(['orders.view-all', 'graphql.query', 'console.access']);
    const noStaff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
    const receiver = await startReceiver();
    const endpoint = await make.endpoint(receiver.url);
    const order = await make.order();
    // Removes the events of other tests, so that they are not delivered here.
    await database.db.webhookEvent.deleteMany();
    const DELIVERIES = `subscription { webhookDeliveryNews(endpointId: ${endpoint.id}) { delivery { status attempts { responseStatus } } } }`;
    const watched = await watch(one, staff.id, DELIVERIES);
    const blind = await watch(one, noStaff.id, DELIVERIES);
    await make.events([order], new Date());
    const courier = { ...createCourier(database.db), clock: () => new Date() };
    await runQueue(courier);
    await expect
      .poll(() => watched.events.map(({ data }) => data?.webhookDeliveryNews))
      .toEqual([{ delivery: { status: 'succeeded', attempts: [{ responseStatus: 200 }] } }]);
    expect(blind.events).toEqual([]);
    await receiver.close();
    await courier.close();
    await database.db.webhookEndpoint.deleteMany();
  });

  it('sends changes of drafts of the dispatch board to staff of the same organization', async () => {
    const rights = ['orders.view-all', 'graphql.query', 'console.access'];
    const [owner, colleague] = [await make.userWith(rights), await make.userWith(rights)];
    const elsewhere = await make.organization();
    const stranger = await make.userWith(rights, { organizationId: elsewhere.id });
    const DRAFTS = 'subscription { dispatchDraftNews { organizationId } }';
    const watched = await watch(one, colleague.id, DRAFTS);
    const apart = await watch(one, stranger.id, DRAFTS);
    await post(other, owner.id, 'mutation { discardDispatch { draft { moves } } }');
    await expect.poll(() => watched.events.length).toBe(1);
    await post(other, stranger.id, 'mutation { discardDispatch { draft { moves } } }');
    await expect
      .poll(() => apart.events)
      .toEqual([{ data: { dispatchDraftNews: { organizationId: elsewhere.id } }, extensions: expect.anything() }]);
    expect(watched.events).toHaveLength(1);
  });

  it('is refused without a login', async () => {
    const response = await fetch(`${addressOf(one)}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: NEWS }),
    });
    expect(await response.text()).toContain('Unauthenticated: ');
  });

  it('counts each stream, whatever its client accepts, until the client disconnects', async () => {
    const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
    const { accessToken } = await startFamily(database.db, staff.id, new Date(), services.settings);
    const begin = async (over: AbortController) => {
      const response = await fetch(`${addressOf(one)}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: '*/*', authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ query: NEWS }),
        signal: over.signal,
      });
      return response;
    };
    const open = Array.from({ length: 20 }, () => new AbortController());
    for (const over of open) expect((await begin(over)).headers.get('content-type')).toBe('text/event-stream');
    const refused = await begin(new AbortController());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({
      errors: [
        { message: expect.stringContaining('20 streams'), extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 30 } },
      ],
    });
    const early = await fetch(`${addressOf(one)}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${accessToken}`,
      },
      body: JSON.stringify({ query: NEWS }),
    });
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await early.json()).toMatchObject({
      errors: [
        { message: expect.stringContaining('20 streams'), extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 30 } },
      ],
    });
    for (const over of open) over.abort();
    // Their slots are free again: a stream is open and has no event yet.
    const isOpen = async () => {
      const next = new AbortController();
      const answer = await Promise.race([(await begin(next)).text(), sleep(300, 'open')]);
      next.abort();
      return answer;
    };
    await expect.poll(isOpen).toBe('open');
  });

  it('ends when changes may have been missed', async () => {
    const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
    const watched = await watch(one, staff.id, NEWS);
    await database.db.$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'channel-booking-live' AND datname = current_database()`;
    await expect.poll(() => watched.state.ended).toBe(true);
  });

  it('is refused while the server receives no notifications, and can be requested again soon', async () => {
    const proxy = await startProxy(database.connectionString);
    const settings = { ...services.settings, databaseUrl: proxy.connectionString };
    const app = await buildServer({ ...services, settings });
    await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
      const watched = await watch(app, staff.id, NEWS);
      proxy.refuse();
      proxy.cut();
      await expect.poll(() => watched.state.ended).toBe(true);

      expect((await watch(app, staff.id, NEWS)).state).toMatchObject({ status: 503 });
      proxy.open();
      await expect.poll(async () => (await watch(app, staff.id, NEWS)).state.status).toBe(200);
    } finally {
      await app.close();
      await proxy.close();
    }
  });

  it('does not keep a server from closing', async () => {
    const app = await buildServer(services);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
    const watched = await watch(app, staff.id, NEWS);
    await app.close();
    await expect.poll(() => watched.state.ended).toBe(true);
  });
});

describe('a watcher', () => {
  const actor = (userId: number): Actor => ({
    userId,
    name: 'A',
    isSystem: false,
    service: null,
    roles: [],
    clientIds: [],
  });

  const crewMember = (userId: number): CrewMember => ({
    userId,
    organizationId: 1,
    sessionId: 1,
    name: 'A',
    organizationName: 'B',
    expiresAt: new Date(0),
  });

  it('gets no more events once its access has ended or changed', async () => {
    const watchers = createWatchers(5);
    const answers: Record<string, () => Promise<Actor | null>> = {
      ended: async () => null,
      changed: async () => ({ ...actor(1), clientIds: [7] }),
      unknown: async () => {
        throw new Error('no database');
      },
    };
    for (const [what, who] of Object.entries(answers)) {
      const over = new AbortController();
      watchers.admit(actor(1), over, who);
      await expect.poll(() => over.signal.aborted, { message: what }).toBe(true);
    }
    const steady = new AbortController();
    let requested = 0;
    watchers.admit(actor(1), steady, async () => {
      requested += 1;
      return actor(1);
    });
    await expect.poll(() => requested).toBeGreaterThan(3);
    expect(steady.signal.aborted).toBe(false);
    steady.abort();
  });

  it('of the page of the crew is checked with the others of its user', async () => {
    const watchers = createWatchers();
    const [user, crew, other] = [new AbortController(), new AbortController(), new AbortController()];
    watchers.admit(actor(1), user, async () => null);
    watchers.admit(crewMember(1), crew, async () => null);
    watchers.admit(crewMember(2), other, async () => null);
    watchers.check(1);
    await expect.poll(() => [user, crew, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    other.abort();
  });

  it('has a maximum number of concurrent streams', () => {
    const watchers = createWatchers();
    const open = Array.from({ length: 20 }, () => new AbortController());
    const admit = (over: AbortController, userId = 1) => watchers.admit(actor(userId), over, async () => null);
    expect(open.map((over) => admit(over))).toEqual(open.map(() => true));
    expect(admit(new AbortController())).toBe(false);
    const another = new AbortController();
    expect(admit(another, 2)).toBe(true);
    // The same person's page of the crew has streams of its own.
    const crew = new AbortController();
    expect(watchers.admit(crewMember(1), crew, async () => null)).toBe(true);
    crew.abort();
    open.pop()?.abort();
    const next = new AbortController();
    expect(admit(next)).toBe(true);
    for (const over of [...open, another, next]) over.abort();
  });
});

it('a stream replaces the former one of its name and user, whose client lost it unseen', async () => {
  const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
  const { accessToken } = await startFamily(database.db, staff.id, new Date(), services.settings);
  const begin = async (name: string) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'x-stream': name };
    const watched = await watchEvents(addressOf(one), headers, { query: NEWS });
    watching.push(watched);
    return watched;
  };
  const other = await begin('another window');
  const former: Watched[] = [];
  // More than a user may have.
  for (let nth = 0; nth < 25; nth += 1) former.push(await begin('window'));
  expect(former.map(({ state }) => state.status)).toEqual(former.map(() => 200));
  const current = former.pop();
  await expect.poll(() => former.every(({ state }) => state.ended)).toBe(true);
  expect([other.state.ended, current?.state.ended]).toEqual([false, false]);
});

describe('a stream', () => {
  it('ends for a watcher that is too slow', async () => {
    const stream = new Stream<number>();
    for (let notice = 0; notice < 2_000; notice += 1) stream.push(notice);
    const seenNotices: number[] = [];
    for await (const notice of stream) seenNotices.push(notice);
    expect(seenNotices).toEqual([]);
  });

  it('ends immediately, also while its watcher waits', async () => {
    const stream = new Stream<number>();
    const waiting = stream[Symbol.asyncIterator]().next();
    stream.end();
    expect((await waiting).done).toBe(true);
  });
});

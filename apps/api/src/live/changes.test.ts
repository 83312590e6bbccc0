import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSessions, startFamily } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { createWorld, type World } from '@channel/webhooks/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderStorage } from '../media/storage.ts';
import { buildServer } from '../server.ts';
import { type Watched, watchEvents } from '../testing/watch.ts';

/* The change feed over HTTP: long polling, and streams that are resumed, between two servers on one database. */

let database: TestDatabase;
let make: World;
let one: FastifyInstance;
let other: FastifyInstance;
let staffId: number;
let token: string;
const watching: Watched[] = [];
const settings = () =>
  loadSettings({ DATABASE_URL: database.connectionString, SECRET_KEY: 'a key that only tests know, 32 and more' });

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  make = createWorld(db);
  const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false });
  // One connection for GraphQL: a wait that held it would block everything else.
  const services = { settings: settings(), db, sessions, storage: folderStorage(tmpdir()), clock: () => new Date() };
  [one, other] = [await buildServer(services), await buildServer(services)];
  for (const app of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  staffId = (await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null })).id;
  token = await login();
});
afterEach(async () => {
  for (const { close } of watching.splice(0)) await close();
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

const login = async () => (await startFamily(database.db, staffId, new Date(), settings())).accessToken;
const headers = () => ({ authorization: `Bearer ${token}` });

async function send(query: string, variables: object = {}, app = one) {
  const response = await fetch(`${app.listeningOrigin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers() },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, body: await response.json() };
}

const PAGE = 'nodes { cursor orderId version order { referenceCode } } endCursor hasNextPage';
const WAIT = `query ($after: String, $wait: Int, $ids: [SafeInt!]) {
  page: orderEvents(after: $after, waitSeconds: $wait, filter: { orderIds: $ids }) { ${PAGE} } }`;
const STREAM = `subscription ($after: String) { page: orderEvents(after: $after) { ${PAGE} } }`;
type Page = { nodes: { orderId: number; version: number; cursor: string }[]; endCursor: string };

const current = async (): Promise<string> => (await send('{ cursor: orderEventsCursor }')).body.data.cursor;
const change = (id: number, code: string, app = other) =>
  send(
    `mutation { updateOrder(reference: "${id}", input: { referenceCode: "${code}" }) { order { id: databaseId } } }`,
    {},
    app,
  );
const timed = async <Result>(run: Promise<Result>) => {
  const begun = performance.now();
  return { ...(await run), seconds: (performance.now() - begun) / 1_000 };
};
const seen = ({ events }: Watched) =>
  events.flatMap(({ data }) => (data as { page: Page }).page.nodes.map(({ version }) => version));

async function follow(after: string | null, more: Record<string, string> = {}, app = one) {
  const body = { query: STREAM, variables: { after } };
  const watched = await watchEvents(`${app.listeningOrigin}`, { ...headers(), ...more }, body);
  watching.push(watched);
  return watched;
}

describe('a query that waits', () => {
  it('answers as soon as another process commits a change, and meanwhile holds nothing', async () => {
    const order = await make.order();
    const after = await current();
    // More than a user may run at a time.
    const waits = Array.from({ length: 12 }, () => timed(send(WAIT, { after, wait: 20 })));
    await sleep(700);
    expect((await timed(send('{ viewer { name } }'))).seconds).toBeLessThan(2);
    await change(order.id, 'a');
    const answers = await Promise.all(waits);
    for (const { status, body, seconds } of answers) {
      expect(status).toBe(200);
      expect(body.data.page.nodes).toMatchObject([{ orderId: order.id, version: 2, order: { referenceCode: 'a' } }]);
      expect(seconds).toBeGreaterThan(0.6);
      expect(seconds).toBeLessThan(8);
      // Each execution is charged its cost.
      expect(body.extensions.cost.requested).toBe(401);
    }
  });

  it('answers with an empty page at its end, and passes over changes that are not requested', async () => {
    const order = await make.order();
    const after = await current();
    const waiting = timed(send(WAIT, { after, wait: 1, ids: [] }));
    await sleep(300);
    await change(order.id, 'a');
    const { body, seconds } = await waiting;
    expect(seconds).toBeGreaterThan(0.9);
    expect(body.data.page).toMatchObject({ nodes: [], hasNextPage: false });
    expect(body.data.page.endCursor).not.toBe(after);
  });

  it('answers at once where there is a change, where it may not wait, and for a refused cursor', async () => {
    const order = await make.order();
    const after = await current();
    await change(order.id, 'a');
    for (const variables of [
      { after, wait: 20 },
      { after: 'x', wait: 20 },
      { after, wait: 31 },
    ])
      expect((await timed(send(WAIT, variables))).seconds).toBeLessThan(5);
    const { errors } = (await send(WAIT, { after, wait: 31 })).body;
    expect(errors[0].extensions).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['waitSeconds'] }] });
  });

  it('counts as a stream of the user', async () => {
    const order = await make.order();
    const after = await current();
    const waits = Array.from({ length: 21 }, () => send(WAIT, { after, wait: 30 }));
    const first = await Promise.race(waits);
    expect([first.status, first.body.errors[0].extensions.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    await change(order.id, 'a');
    const statuses = (await Promise.all(waits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });

  it('is refused when the login ends meanwhile', async () => {
    const order = await make.order();
    const after = await current();
    const waiting = send(WAIT, { after, wait: 20 });
    await sleep(500);
    await database.db.user.update({ where: { id: staffId }, data: { disabledAt: new Date() } });
    const others = { ...(await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null })) };
    staffId = others.id;
    token = await login();
    await change(order.id, 'a');
    const { status, body } = await waiting;
    expect([status, body.errors[0].extensions.code, body.data]).toEqual([401, 'UNAUTHENTICATED', undefined]);
  });
});

describe('a stream of changes', () => {
  it('resumes after the last event, without a loss or a repetition', async () => {
    const order = await make.order();
    const after = await current();
    const first = await follow(after);
    await change(order.id, 'a');
    await change(order.id, 'b');
    await expect.poll(() => seen(first), { timeout: 5_000 }).toEqual([2, 3]);
    await first.close();
    expect(first.events.at(-1)?.data).toMatchObject({ page: { endCursor: first.ids.at(-1) } });
    await change(order.id, 'c');
    // The header wins over the argument of the first request, as `EventSource` sends both again.
    const second = await follow(after, { 'last-event-id': String(first.ids.at(-1)) }, other);
    await change(order.id, 'd');
    await expect.poll(() => seen(second), { timeout: 5_000 }).toEqual([4, 5]);
  });

  it('begins after its argument where the header names no event', async () => {
    const order = await make.order();
    const watched = await follow(await current(), { 'last-event-id': '' });
    await change(order.id, 'a');
    await expect.poll(() => seen(watched), { timeout: 5_000 }).toEqual([2]);
  });

  it('looks again without a notification', async () => {
    const order = await make.order();
    const watched = await follow(await current());
    await database.db.$executeRaw`
      INSERT INTO sequenced_change (stream, position, token, subject_id, at)
      SELECT 'orders', last_position + 1, 1, ${order.id}, now() FROM change_feed WHERE stream = 'orders'`;
    await database.db.$executeRaw`UPDATE change_feed SET last_position = last_position + 1 WHERE stream = 'orders'`;
    expect(watched.events).toEqual([]);
    await expect.poll(() => seen(watched), { timeout: 15_000, interval: 500 }).toEqual([1]);
  });

  it('is refused before it begins for a cursor of another history', async () => {
    const unknown = Buffer.from('orders:999999:1').toString('base64url');
    for (const watched of [await follow(unknown), await follow(null, { 'last-event-id': unknown })]) {
      await expect.poll(() => watched.state.ended).toBe(true);
      expect(watched.events).toMatchObject([{ errors: [{ extensions: { reason: 'CURSOR_UNKNOWN' } }] }]);
      expect(watched.ids).toEqual([]);
    }
  });

  it('ends without the change when the login has ended', async () => {
    const order = await make.order();
    const watched = await follow(await current());
    await database.db.user.update({ where: { id: staffId }, data: { disabledAt: new Date() } });
    staffId = (await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null })).id;
    token = await login();
    await change(order.id, 'a');
    await expect.poll(() => watched.state.ended).toBe(true);
    expect(watched.events).toEqual([]);
  });
});

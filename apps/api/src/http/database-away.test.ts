import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@channel/prisma';
import type { DatabaseProxy } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import {
  type Answer,
  client,
  consoleDocument,
  DEMO_TIMEOUT,
  signedIn,
  startServer,
  type TestClient,
  type TestServer,
} from '../testing/index.ts';

/*
 * Whatever the database does, each surface answers "not now" in its own format within 3 s, and never 500.
 */

let server: TestServer;
let proxy: DatabaseProxy;
let partner: TestClient;
let authorization: string;
let cookie: string;
let order: number;
let surfaces: Record<string, Surface>;

type Surface = { send: () => Promise<Answer>; kind: 'read' | 'write'; isGraphql?: boolean };

const LIMIT = 3_000;

beforeAll(async () => {
  server = await startServer({ world: 'demo', proxied: true });
  if (!server.proxy) throw new Error('The server was started without a proxy.');
  proxy = server.proxy;
  partner = await client(server, 'admin');
  const login = await partner.post('/v1/tokens', { body: { email: 'admin@demo.example', password: 'admin-demo' } });
  authorization = `Bearer ${login.data<{ access_token: string }>().access_token}`;
  cookie = await signedIn(server, 'staff');
  order = (await server.db.order.findFirstOrThrow({ where: { status: 'Booked', organizationId: 1 } })).id;
  const ticket = await server.db.ticket.findFirstOrThrow();
  const media = await server.db.media.findFirstOrThrow();

  const console = { cookie, 'sec-fetch-site': 'same-origin' };
  const bearer = { authorization };
  const graphql = (kind: Surface['kind'], headers: Record<string, string>, body: object): Surface => ({
    kind,
    isGraphql: true,
    send: () => send('POST', '/graphql', { headers, body }),
  });
  const change = `mutation { updateOrder(reference: "${order}", input: { referenceCode: "g-${Math.random()}" }) { order { id: databaseId } } }`;
  const press = (name: string, variables: object = {}) => ({ ...consoleDocument(server, name), variables });
  surfaces = {
    'a list of v1': { kind: 'read', send: () => partner.get('/v1/orders?per_page=1') },
    'an order of v1': { kind: 'read', send: () => partner.get(`/v1/orders/${order}`) },
    'an export of v1': { kind: 'read', send: () => partner.get('/v1/orders/export?filter[status]=Cancelled') },
    'a change of v1': {
      kind: 'write',
      send: () => partner.patch(`/v1/orders/${order}`, { body: { reference_code: `v1-${Math.random()}` } }),
    },
    'a change of v1 with a key': {
      kind: 'write',
      send: () =>
        partner.patch(`/v1/orders/${order}`, {
          body: { reference_code: 'keyed' },
          headers: { 'idempotency-key': `k-${Math.random()}` },
        }),
    },
    'a login of v1': {
      kind: 'write',
      send: () => partner.post('/v1/tokens', { body: { email: 'staff@demo.example', password: 'staff-demo' } }),
    },
    'a query': graphql('read', bearer, { query: '{ orders(perPage: 1) { id: databaseId } }' }),
    'a mutation': graphql('write', bearer, { query: change }),
    'a page of the console': graphql('read', console, press('Viewer')),
    'a change in the console': graphql(
      'write',
      console,
      press('UpdateOrder', { id: String(order), version: 1, input: { referenceCode: `c-${Math.random()}` } }),
    ),
    'signing in': graphql(
      'write',
      { 'sec-fetch-site': 'same-origin' },
      press('SignIn', { emailOrUsername: 'staff', password: 'staff-demo' }),
    ),
    'an export of the console': {
      kind: 'read',
      send: () => send('POST', '/exports/orders', { headers: console, body: { filter: { status: ['Cancelled'] } } }),
    },
    'the view of staff': { kind: 'read', send: () => send('GET', '/staff/v1/orders', { headers: console }) },
    'a ticket': { kind: 'read', send: () => send('GET', `/tickets/${ticket.addressKey}/${ticket.filename}`) },
    'an image': { kind: 'read', send: () => send('GET', `/media/${media.storageKey}/${media.filename}`) },
  };
}, DEMO_TIMEOUT);
afterEach(async () => {
  proxy.open();
  await expect.poll(() => ready().then(({ status }) => status), { timeout: 2 * LIMIT }).toBe(200);
  await expect.poll(() => partner.get('/v1/orders?per_page=1').then(({ status }) => status)).toBe(200);
});
afterAll(() => server.close());

const send = (method: string, path: string, sent: Parameters<typeof exchange>[2] = {}) =>
  exchange(new URL(`${server.url}${path}`), method, {
    ...sent,
    headers: { ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }), ...sent.headers },
  });
const ready = () => send('GET', '/readyz');

/** @throws unless the answer is a "not now" in the format of its surface */
function expectNotNow({ isGraphql = false }: Surface, { status, headers, json }: Answer): void {
  if (!isGraphql) {
    expect([status, json]).toEqual([
      503,
      { errors: null, meta: { message: expect.stringMatching(/please try again|not known/), tracking_id: null } },
    ]);
  } else {
    const extensions = { code: 'UNAVAILABLE', retryAfter: expect.any(Number) };
    expect([status, json]).toMatchObject([503, { errors: [{ extensions }] }]);
  }
  expect(headers['retry-after']).toMatch(/^[12]$/);
}

/** Sends to surfaces, concurrently or one after another. @throws unless each answers "not now" in time */
async function expectAllNotNow(requested = Object.entries(surfaces)): Promise<void> {
  const answers = requested.map(async ([name, surface]) => {
    const begun = performance.now();
    const answer = await surface.send();
    return { name, surface, answer, ms: performance.now() - begun };
  });
  for (const { name, surface, answer, ms } of await Promise.all(answers)) {
    expect.soft(ms, name).toBeLessThan(LIMIT);
    expect.soft(answer.status, name).not.toBe(500);
    expectNotNow(surface, answer);
  }
}

/** @throws unless `/healthz` is well and `/readyz` reports this status in time */
async function expectUnready(status: string): Promise<void> {
  const begun = performance.now();
  const [readiness, health] = await Promise.all([ready(), send('GET', '/healthz')]);
  expect(performance.now() - begun).toBeLessThan(LIMIT);
  expect([readiness.status, readiness.json, health.status]).toEqual([503, { status }, 200]);
  expect(readiness.headers['retry-after']).toBe('2');
}

describe('every surface says "not now" within 3 s', () => {
  it.each([
    ['can not be connected to', () => proxy.refuse()],
    ['starts', () => proxy.answer('57P03')],
    ['was shut down by its administrator', () => proxy.answer('57P01')],
    ['is frozen', () => proxy.freeze()],
  ])('while the database %s', async (_how, leave) => {
    leave();
    await expectAllNotNow();
    // Now the state may be known; the next requests are refused immediately.
    await expectAllNotNow();
    await expectUnready('no database');
  });

  it('while no connection of the pool is free, whenever the requests arrive', async () => {
    const { db } = server.services;
    const release = Promise.withResolvers<void>();
    const hold = () =>
      inTransaction(db, async (tx) => {
        // A transaction begins with its first statement.
        await tx.$queryRaw`SELECT 1`;
        await release.promise;
      });
    const held = Array.from({ length: 5 }, hold);
    await expect.poll(async () => (await openTransactions()).length).toBe(held.length);
    // Requests of one caller wait for a slot, then behind each other, then for a connection.
    const waves = Array.from({ length: 3 }, async (_, wave) => {
      await sleep(wave * 700);
      await expectAllNotNow();
    });
    await Promise.all(waves);
    expect((await ready()).status).toBe(200);
    release.resolve();
    await Promise.all(held);
  });

  it('while others have all connections of the database', async () => {
    proxy.answer('53300');
    await expectAllNotNow();
    // Attempts to connect hold no connection.
    const attempts = expectAllNotNow();
    await expectUnready('no database');
    await attempts;
  });

  it('for writes while the database is read-only, which /readyz reports', async () => {
    const name = new URL(proxy.connectionString).pathname.slice(1);
    await server.db.$executeRawUnsafe(`alter database ${name} set default_transaction_read_only = on`);
    proxy.cut();
    await expect.poll(() => ready().then(({ json }) => json)).toEqual({ status: 'read-only database' });
    await expectUnready('read-only database');
    const of = (kind: Surface['kind']) => Object.entries(surfaces).filter(([, surface]) => surface.kind === kind);
    for (const [name, { send: read }] of of('read')) expect.soft((await read()).status, name).toBe(200);
    await expectAllNotNow(of('write'));
    await server.db.$executeRawUnsafe(`alter database ${name} reset default_transaction_read_only`);
    proxy.cut();
  });

  it('when its connection is ended by the administrator while it waits', async () => {
    await server.db.$transaction(
      async (tx) => {
        // No request gets past these locks.
        await tx.$executeRaw`LOCK TABLE "user", ticket, media, places_check, access_token, auth_session`;
        let isOver = false;
        const all = expectAllNotNow().finally(() => {
          isOver = true;
        });
        while (!isOver) {
          // Within the transaction, pg_stat_activity would show its first snapshot.
          await server.db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          await sleep(50);
        }
        await all;
      },
      { timeout: 10_000 },
    );
  });
});

const openTransactions = () =>
  server.db.$queryRaw<unknown[]>`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`;

import { once } from 'node:events';
import { request } from 'node:http';
import type { DatabaseProxy } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/*
 * The database goes away while an answer is being sent: its status is already sent, and no partial answer may look
 * complete.
 */

let server: TestServer;
let proxy: DatabaseProxy;
let admin: TestClient;
let authorization: string;
/** Called with each statement before it runs. */
let onQuery: (sql: string) => void = () => {};

/** More orders than one query reads. */
const MANY = 1_100;
const LIMIT = 3_000;

beforeAll(async () => {
  server = await startServer({ world: 'demo', proxied: true, onQuery: (sql) => onQuery(sql) });
  if (!server.proxy) throw new Error('The server was started without a proxy.');
  proxy = server.proxy;
  authorization = await bearerOf(server, 'admin');
  admin = await client(server, 'admin');
  await multiplyOrders();
}, DEMO_TIMEOUT);
afterEach(async () => {
  onQuery = () => {};
  proxy.open();
  await expect.poll(() => admin.get('/v1/profile').then(({ status }) => status), { timeout: 2 * LIMIT }).toBe(200);
});
afterAll(() => server.close());

/** Inserts many copies of an order. */
async function multiplyOrders(): Promise<void> {
  const [{ columns } = { columns: '' }] = await server.db.$queryRaw<{ columns: string }[]>`
    SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
    WHERE table_name = 'orders' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'pickup_id', 'dropoff_id')`;
  await server.db.$executeRawUnsafe(`
    WITH pickup AS (INSERT INTO transfer (time) SELECT NULL FROM generate_series(1, ${MANY}) RETURNING id),
      dropoff AS (INSERT INTO transfer (time) SELECT NULL FROM generate_series(1, ${MANY}) RETURNING id)
    INSERT INTO orders (${columns}, pickup_id, dropoff_id)
    SELECT ${columns}, one.id, other.id
    FROM (SELECT id, row_number() OVER () AS number FROM pickup) AS one
    JOIN (SELECT id, row_number() OVER () AS number FROM dropoff) AS other USING (number),
      (SELECT ${columns} FROM orders WHERE status = 'Booked' AND organization_id = 1 LIMIT 1) AS copied`);
}

describe('an export', () => {
  /** Reads an export to its end. @returns its lines, and whether it was complete */
  async function read(): Promise<{ status: number | undefined; lines: number; isWhole: boolean }> {
    const sent = request(`${server.url}/v1/orders/export`, { headers: { authorization } }).end();
    const [answer] = await once(sent, 'response');
    let text = '';
    answer.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    const isWhole = await once(answer, 'end').then(
      () => true,
      () => false,
    );
    return { status: answer.statusCode, lines: text.split('\r\n').length - 1, isWhole };
  }

  /** Takes the database away before the second block is read. */
  function beforeTheSecondBlock(leave: () => void): void {
    let blocks = 0;
    onQuery = (sql) => {
      if (/FROM "?orders/i.test(sql) && ++blocks === 2) leave();
    };
  }

  it('is complete while the database is available', async () => {
    let isReached = false;
    beforeTheSecondBlock(() => {
      isReached = true;
    });
    const { status, lines, isWhole } = await read();
    expect([status, isWhole, isReached]).toEqual([200, true, true]);
    expect(lines).toBeGreaterThan(MANY);
  });

  it.each([
    ['refuses connections', () => proxy.refuse()],
    ['is frozen', () => proxy.freeze()],
  ])('is aborted, not ended, when the database %s', async (_how, leave) => {
    beforeTheSecondBlock(leave);
    const begun = performance.now();
    const { status, lines, isWhole } = await read();
    expect(performance.now() - begun).toBeLessThan(LIMIT);
    expect([status, isWhole]).toEqual([200, false]);
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThan(MANY);
  });
});

describe('live updates', () => {
  /** Watches orders. */
  async function watch() {
    const over = new AbortController();
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { orderNews { order { referenceCode } } }' }),
      signal: over.signal,
    });
    const state = { text: '', isOver: false };
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) state.text += decoder.decode(chunk, { stream: true });
    })()
      .catch(() => {})
      .finally(() => {
        state.isOver = true;
      });
    return {
      response,
      state,
      close: async () => {
        over.abort();
        await reading;
      },
    };
  }

  const change = async (code: string) => {
    const { id } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1, status: 'Booked' } });
    expect((await admin.patch(`/v1/orders/${id}`, { body: { reference_code: code } })).status).toBe(200);
  };

  /**
   * Watches until changes are announced; retries when a stream ends immediately, because the server may not listen yet.
   */
  async function watchChanges(code: string) {
    let watched = await watch();
    const isNotified = async () => {
      if (watched.state.isOver) watched = await watch();
      await change(`${code}-${Math.random()}`);
      return watched.state.text.includes(code);
    };
    await expect.poll(isNotified, { timeout: 3 * LIMIT, interval: 100 }).toBe(true);
    return watched;
  }

  it.each([
    ['refuses connections', () => proxy.refuse()],
    ['is frozen', () => proxy.freeze()],
  ])('end when the database %s, are refused while it is away, and resume once it is back', async (_how, leave) => {
    const { state } = await watchChanges('before');
    leave();
    // Only a request detects that the database is frozen.
    const requested = admin.get('/v1/profile');
    await expect.poll(() => state.isOver, { timeout: 2 * LIMIT }).toBe(true);
    expect((await requested).status).toBe(503);
    const refused = await watch();
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([503, '2']);
    await expect.poll(() => refused.state.isOver).toBe(true);
    expect(JSON.parse(refused.state.text)).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
    proxy.open();
    await expect.poll(() => admin.get('/v1/profile').then(({ status }) => status), { timeout: 2 * LIMIT }).toBe(200);
    await (await watchChanges('after')).close();
  });
});

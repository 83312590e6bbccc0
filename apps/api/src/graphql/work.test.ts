import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';

let server: TestServer;
let authorization: string;
let cookie: string;

const LIMITS = { GRAPHQL_ANSWER_MEGABYTES: '1', GRAPHQL_COST: '4000', GRAPHQL_COST_PER_MINUTE: '0' };

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { ...LIMITS, GRAPHQL_SECONDS: '1' } });
  authorization = await bearerOf(server, 'admin');
  cookie = await signedIn(server, 'admin');
  // Each row that is read from this view takes time.
  await server.db.$executeRawUnsafe(`CREATE FUNCTION slowly(name text) RETURNS text LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(30); RETURN name; END $$`);
}, DEMO_TIMEOUT);
afterAll(() => server.close());

/** Runs `run` while every read of cities takes 30 s. */
async function whileSlow<Result>(run: () => Promise<Result>): Promise<Result> {
  await server.db.$executeRawUnsafe('ALTER TABLE city RENAME TO real_city');
  await server.db.$executeRawUnsafe(
    "CREATE VIEW city AS SELECT real_city.* FROM real_city, (SELECT slowly('a') OFFSET 0) AS slow",
  );
  await server.db.$executeRawUnsafe('GRANT SELECT ON city TO PUBLIC');
  try {
    return await run();
  } finally {
    await server.db.$executeRawUnsafe('DROP VIEW city');
    await server.db.$executeRawUnsafe('ALTER TABLE real_city RENAME TO city');
  }
}

/** Statements of this database that run for requests. */
const active = async () =>
  (
    await server.db.$queryRaw<{ query: string }[]>`
      SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%"city"%'`
  ).length;

const CITIES = { query: '{ cities { id: databaseId name } }' };

describe('an operation that takes too long', () => {
  it.each(['a text', 'a document of the console'])(
    'ends at its deadline, together with its statement: %s',
    async (form) => {
      await whileSlow(async () => {
        const begun = performance.now();
        const { status, body } =
          form === 'a text'
            ? await postGraphql(server, CITIES, { headers: { authorization } })
            : await postGraphql(
                server,
                { ...consoleDocument(server, 'CityChoices'), variables: { filter: {}, perPage: 5 } },
                { headers: { cookie } },
              );
        expect(performance.now() - begun).toBeLessThan(20_000);
        expect([status, body.errors]).toMatchObject([200, [{ extensions: { code: 'DEADLINE' } }]]);
        expect(body.errors?.[0]?.message).toContain('1 s');
        // Only the text is counted.
        expect(body.extensions).toEqual(
          form === 'a text' ? { cost: expect.objectContaining({ limit: 4_000 }) } : undefined,
        );
        await expect.poll(active).toBe(0);
      });
    },
  );

  it('ends when the client disconnects', async () => {
    await whileSlow(async () => {
      const over = new AbortController();
      const begun = performance.now();
      const requested = fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(CITIES),
        signal: over.signal,
      }).catch(() => undefined);
      await expect.poll(active, { interval: 20 }).toBe(1);
      over.abort();
      await requested;
      await expect.poll(active, { interval: 20, timeout: 900 }).toBe(0);
      expect(performance.now() - begun).toBeLessThan(20_000);
    });
  });

  it('reports that a change may have taken effect', async () => {
    const { id } = await server.db.order.findFirstOrThrow({ select: { id: true } });
    const query = `mutation { updateOrder(reference: "${id}", input: { referenceCode: "late" }) { order { id: databaseId } } }`;
    const { body } = await server.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM orders WHERE id = ${id} FOR UPDATE`;
      return postGraphql(server, { query }, { headers: { authorization } });
    });
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('read whether they took effect'),
      extensions: { code: 'DEADLINE' },
    });
    await sleep(300);
    expect(await server.db.order.findUniqueOrThrow({ where: { id } })).not.toMatchObject({ referenceCode: 'late' });
  });
});

it('names the changes of a mutation that were made before the deadline', async () => {
  const [first, second] = await server.db.order.findMany({ select: { id: true }, take: 2, orderBy: { id: 'asc' } });
  const change = (id?: number) => `updateOrder(reference: "${id}", input: { referenceCode: "cut" }) { order { id } }`;
  const query = `mutation { one: ${change(first?.id)} other: ${change(second?.id)} }`;
  const { body } = await server.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM orders WHERE id = ${second?.id} FOR UPDATE`;
    return postGraphql(server, { query }, { headers: { authorization } });
  });
  expect(body.errors).toMatchObject([
    {
      message: expect.stringContaining(
        'These changes of the operation were made: one. Other changes may have been made',
      ),
      extensions: { code: 'DEADLINE', made: ['one'] },
    },
  ]);
});

describe('an answer', () => {
  /** Without a deadline, which would end large operations first on a busy machine. */
  let server: TestServer;
  let authorization: string;
  beforeAll(async () => {
    server = await startServer({ world: 'demo', env: { ...LIMITS, GRAPHQL_SECONDS: '0' } });
    authorization = await bearerOf(server, 'admin');
  });
  afterAll(() => server.close());

  it('that is too large is refused, for each execution strategy', async () => {
    const aliases = Array.from({ length: 90 }, (_, index) => `${'a'.repeat(120)}${index}: __typename`).join(' ');
    const text = { query: `{ orders(perPage: 400) { ${aliases} } }` };
    const { body } = await postGraphql(server, text, { headers: { authorization } });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'ANSWER_TOO_LARGE' } }] });
    expect(body.data).toBeUndefined();
    expect(body.extensions).toMatchObject({ cost: { limit: 4_000 } });
    expect(body.errors?.[0]?.message).toBe('The answer is larger than 1 MB: ask for smaller pages or fewer fields.');
  });

  it('written in pieces equals the answer written at once', async () => {
    const query = `{ viewer { name a: databaseId } none: orders(filter: { search: "nobody is called so" }) { id: databaseId }
      orders(perPage: 60) { id: databaseId referenceCode startsAt tags { key value } totalPrices { sold { amount } } bookedDetails { product { title } } } }`;
    const { body, text } = await postGraphql(server, { query }, { headers: { authorization } });
    expect(body.data?.none).toEqual([]);
    expect(body.data?.orders).toHaveLength(60);
    expect(text).toBe(JSON.stringify(body));
  });

  it('that holds more objects than its cost predicts is refused', async () => {
    const { organizationId } = await server.db.order.findFirstOrThrow({ select: { organizationId: true } });
    const orders = await server.db.order.findMany({ select: { id: true }, where: { organizationId }, take: 50 });
    await server.db.tag.createMany({
      data: orders.flatMap(({ id }) =>
        Array.from({ length: 90 }, (_, index) => ({ orderId: id, key: `k${index}`, value: 'v', organizationId })),
      ),
    });
    const query = `{ ordersById(ids: [${orders.map(({ id }) => id).join()}]) { id: databaseId tags { key } } }`;
    const { body } = await postGraphql(server, { query }, { headers: { authorization } });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'COST_LIMIT' } }] });
    expect(body.errors?.[0]?.message).not.toContain('changes');
    const change = `mutation { updateOrders(orders: { ids: [${orders.map(({ id }) => id).join()}] }, input: {}) { orders { id: databaseId tags { key } } } }`;
    const changed = await postGraphql(server, { query: change }, { headers: { authorization } });
    expect(changed.body.errors).toMatchObject([
      {
        message: expect.stringContaining('Other changes may have been made'),
        extensions: { code: 'COST_LIMIT', made: ['updateOrders'] },
      },
    ]);
  });
});

it('other requests are answered while a large operation runs', async () => {
  const unhurried = await startServer({ world: 'demo', env: { GRAPHQL_SECONDS: '0' } });
  let isOver = false;
  const query =
    '{ orders(perPage: 600) { id: databaseId status startsAt city { name } client { name } supplier { name } } }';
  const headers = { authorization: await bearerOf(unhurried, 'admin') };
  const large = postGraphql(unhurried, { query }, { headers }).finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const begun = performance.now();
    await fetch(`${unhurried.url}/healthz`);
    longest = Math.max(longest, performance.now() - begun);
  }
  expect((await large).body.errors ?? []).toEqual([]);
  // About 20 ms on an idle machine; the bound allows for a busy one.
  expect(longest).toBeLessThan(1_500);
  await unhurried.close();
});

import { setTimeout as sleep } from 'node:timers/promises';
import { waitingForLocks } from '@channel/prisma/testing';
import { CHANNELS } from '@channel/webhooks';
import { createWorld, type World } from '@channel/webhooks/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { type Watched, watchEvents } from '../testing/watch.ts';

/* Each event of a subscription has the limits of a request; one event does not use up the limits of the next. */

const LIMITS = { GRAPHQL_COST: '2000', GRAPHQL_SECONDS: '2', GRAPHQL_ANSWER_MEGABYTES: '1' };
/** A selection of a subscription that costs 62 to begin, and again for each event. */
const NEWS = 'orderId order { passengers { id: databaseId } }';
/** A selection above the cost of an ordinary read. */
const HEAVY = `orderId order { ${Array.from({ length: 100 }, (_, index) => `a${index}: passengers { id }`).join(' ')} }`;

let server: TestServer;
let make: World;
let order: { id: number };
let watching: Watched[] = [];

async function start(env: Record<string, string> = {}) {
  server = await startServer({ env: { ...LIMITS, GRAPHQL_COST_PER_MINUTE: '0', ...env } });
  make = createWorld(server.db);
  order = await make.order();
}

const stop = async () => {
  for (const watched of watching) await watched.close();
  watching = [];
};

async function bearer() {
  const { username } = await make.userWith(['orders.view-all', 'graphql.query', 'console.access'], { clientId: null });
  return { authorization: await bearerOf(server, username) };
}

async function watch(headers: Record<string, string>, selection: string) {
  const watched = await watchEvents(server.url, headers, { query: `subscription { orderNews { ${selection} } }` });
  watching.push(watched);
  return watched;
}

/** Announces changes of the order. Notifications of one transaction must differ, or Postgres sends them once. */
const notify = (times = 1) => server.db.$queryRaw`
  SELECT pg_notify(${CHANNELS.orders}, '[[' || ${order.id}::bigint || ',' || nth || ']]')::text
  FROM generate_series(1, ${times}::int) AS nth`;

/** Runs `look` while another transaction has locked the passengers. */
async function whileLocked(look: () => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: server.connectionString });
  await other.connect();
  try {
    await other.query('begin; lock table passenger in access exclusive mode');
    await look();
  } finally {
    await other.end();
  }
}

const waiting = () => waitingForLocks(server.db);

/** Milliseconds. Sooner than Postgres gives up waiting for a lock, which is after 2.5 s. */
const SOON = 2_000;
const within = <Answer>(milliseconds: number, answer: Promise<Answer>) =>
  Promise.race([answer, sleep(milliseconds, undefined, { ref: false })]);

const refusals = ({ events }: Watched) =>
  events.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions?.code));

describe('an event', () => {
  beforeAll(() => start({ GRAPHQL_COST: '70' }));
  afterEach(stop);
  afterAll(() => server.close());

  const LONG = Array.from({ length: 90 }, (_, index) => `a${index}: referenceCode`).join(' ');

  it.each([
    ['objects', 'orderId order { id: databaseId }', 100],
    ['bytes', `orderId order { ${LONG} }`, 30],
  ])('has its own limit of %s, however many events came before', async (_, selection, times) => {
    await server.db.order.update({ where: { id: order.id }, data: { referenceCode: 'x'.repeat(420) } });
    const watched = await watch(await bearer(), selection);
    await notify(times);
    await expect.poll(() => watched.events.length, { timeout: 15_000 }).toBe(times);
    expect(watched.events.filter(({ data, errors }) => !data || errors)).toEqual([]);
    expect(watched.state.ended).toBe(false);
  });

  it('that exceeds the size limit is refused, and ends the stream', async () => {
    await server.db.order.update({ where: { id: order.id }, data: { referenceCode: 'x'.repeat(13_000) } });
    const watched = await watch(await bearer(), `orderId order { ${LONG} }`);
    await notify(2);
    await expect.poll(() => watched.state.ended).toBe(true);
    expect(refusals(watched)).toEqual(['ANSWER_TOO_LARGE']);
  });
});

describe('events', () => {
  beforeAll(() => start());
  afterEach(stop);
  afterAll(() => server.close());

  const dataOf = async (headers: Record<string, string>, query: string) =>
    (await postGraphql(server, { query }, { headers })).body.data;
  const nameOf = (headers: Record<string, string>) => within(SOON, dataOf(headers, '{ viewer { name } }'));

  it('run in the slots of their subscriber, however many streams there are', async () => {
    const [one, other] = [await bearer(), await bearer()];
    expect(await nameOf(other)).toBeDefined();
    await Promise.all(Array.from({ length: 20 }, () => watch(one, NEWS)));
    await whileLocked(async () => {
      await notify();
      await expect.poll(waiting).toBeGreaterThan(0);
      expect(await nameOf(other)).toBeDefined();
      expect(await waiting()).toBe(1);
    });
  });

  it('that are expensive run in the lane of heavy reads', async () => {
    const [one, other] = [await bearer(), await bearer()];
    const dear = '{ orders(perPage: 1000) { id: databaseId } }';
    expect(await dataOf(other, dear)).toBeDefined();
    await watch(one, HEAVY);
    await whileLocked(async () => {
      await notify();
      await expect.poll(waiting).toBeGreaterThan(0);
      const requested = within(SOON / 2, dataOf(other, dear));
      expect(await nameOf(other)).toBeDefined();
      expect(await requested).toBeUndefined();
    });
  });

  it('end when the client disconnects, together with their statements', async () => {
    const watched = await watch(await bearer(), NEWS);
    await whileLocked(async () => {
      await notify();
      await expect.poll(waiting).toBeGreaterThan(0);
      await watched.close();
      await expect.poll(waiting, { timeout: 1_000 }).toBe(0);
    });
  });
});

describe('the deadline', () => {
  // Sooner than Postgres gives up waiting for a lock.
  beforeAll(() => start({ GRAPHQL_SECONDS: '1' }));
  afterEach(stop);
  afterAll(() => server.close());

  it('ends an event together with its statements and its stream', async () => {
    const watched = await watch(await bearer(), NEWS);
    await whileLocked(async () => {
      await notify(2);
      const outcome = () => [...refusals(watched), watched.state.ended];
      await expect.poll(outcome, { timeout: 4_000 }).toEqual(['DEADLINE', true]);
      await expect.poll(waiting).toBe(0);
    });
  });
});

describe('the budget of the minute', () => {
  beforeAll(() => start({ GRAPHQL_COST_PER_MINUTE: '170' }));
  afterEach(stop);
  afterAll(() => server.close());

  it('is charged before an event is executed, and its refusal ends the stream', async () => {
    // The subscription costs 62, and each event 62 more.
    const watched = await watch(await bearer(), NEWS);
    await notify();
    await expect.poll(() => watched.events.length).toBe(1);
    await whileLocked(async () => {
      await notify();
      await expect.poll(() => watched.state.ended, { timeout: SOON }).toBe(true);
    });
    expect(watched.events).toMatchObject([
      { data: { orderNews: { order: { passengers: [{}] } } }, extensions: { cost: { requested: 62, remaining: 46 } } },
      { errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 60, cost: { remaining: 46 } } }] },
    ]);
  });
});

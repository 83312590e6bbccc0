import { randomUUID } from 'node:crypto';
import { persistedDocuments } from '@channel/api/persisted';
import {
  bearerOf,
  clientThread,
  DEMO_TIMEOUT,
  longestTurn,
  NOW,
  type Sending,
  shortestTurn,
  signedIn,
  startServer,
  type TestServer,
} from '@channel/api/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBusy } from '../lists/testing/busy-world.ts';
import { type Facts, findFacts } from '../lists/testing/facts.ts';
import { requestsOf } from '../lists/testing/requests.ts';
import { connected } from '../world/load-world.ts';
import { textsAtTheLimit } from './texts.ts';

/*
 * No synchronous work blocks the event loop for longer than 50 ms: the heaviest requests of every surface, on 2,000
 * orders with long histories.
 */

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };
const HOLD = '/hold';

let server: TestServer;
let facts: Facts;
let client: ReturnType<typeof clientThread>;
let tokens: { staff: string; partner: string; admin: string };
let cookies: { staff: string; admin: string };
let hundred: number[];
/** The milliseconds for which `HOLD` blocks the process. */
let hold = 0;

beforeAll(async () => {
  server = await startServer({
    world: 'demo',
    env: { GRAPHQL_COST_PER_MINUTE: '0', GRAPHIQL: '1' },
    prepare: (app) =>
      app.get(HOLD, async () => {
        const begun = process.threadCpuUsage();
        for (;;) {
          const { user, system } = process.threadCpuUsage(begun);
          if (user + system >= hold * 1_000) return {};
        }
      }),
  });
  await connected(server.ownerConnectionString, async (owner) => {
    await makeBusy(owner, { orders: 2_000, editions: 0, now: NOW });
    // Their histories continue from here.
    await owner.query('UPDATE orders SET version = version + 1000');
    // The newest events went to the maximum number of endpoints of an organization.
    await owner.query(`INSERT INTO webhook_endpoint (organization_id, url, secret, created_at)
      SELECT (SELECT organization_id FROM webhook_event LIMIT 1), 'https://hundred.example/' || n, '\\x00', now() FROM generate_series(1, 100) n`);
    await owner.query(`INSERT INTO webhook_delivery (event_id, endpoint_id, order_id, status, attempt_count, created_at, finished_at)
      SELECT e.id, p.id, e.order_id, 'succeeded', 1, e.created_at, e.created_at
      FROM (SELECT * FROM webhook_event ORDER BY created_at DESC LIMIT 200) e, webhook_endpoint p WHERE p.url LIKE 'https://hundred.example/%'`);
    await owner.query('ANALYZE');
    facts = await findFacts(owner);
  });
  const of = async <Name extends string>(
    names: readonly Name[],
    make: (server: TestServer, name: string) => Promise<string>,
  ) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await make(server, name)]))) as Record<
      Name,
      string
    >;
  tokens = await of(['staff', 'partner', 'admin'], bearerOf);
  cookies = await of(['staff', 'admin'], signedIn);
  const orders = await server.db.order.findMany({
    where: { organizationId: facts.organization, status: 'Booked' },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: 100,
  });
  hundred = orders.map(({ id }) => id);
  client = clientThread();
}, DEMO_TIMEOUT + 120_000);
afterAll(async () => {
  await client.end();
  await server.close();
});

type Request = Omit<Sending, 'url' | 'headers'> & { path: string; headers?: Record<string, string> };
type Requests = [name: string, request: () => Request][];

let answered = 0;

function heldBy(name: string, request: () => Request): ReturnType<typeof shortestTurn> {
  return shortestTurn(() => {
    const { path, headers = {}, ...sending } = request();
    return longestTurn(async () => {
      const answer = await client.send({ ...sending, url: server.url + path, headers: { ...JSON_TYPE, ...headers } });
      expect.soft(answer.status, name).toBe(200);
      if (!answer.beginning.startsWith('{"errors":')) answered += 1;
    });
  });
}

/** Requests that block the event loop for too long, with their milliseconds. */
async function tooLong(requests: Requests): Promise<string[]> {
  const found: string[] = [];
  answered = 0;
  for (const [name, request] of requests) {
    const { turn, max } = await heldBy(name, request);
    if (turn >= max) found.push(`${name}: ${turn.toFixed(0)} ms`);
  }
  return found;
}

const graphql = (body: object, headers: Record<string, string>): Request => ({
  path: '/graphql',
  method: 'POST',
  headers,
  raw: JSON.stringify(body),
});
const reading = (path: string, authorization: string): Requests[number] => [
  path,
  () => ({ path, method: 'GET', headers: { authorization } }),
];
const unlike = () => `change ${randomUUID()}`;

const TIMEOUT = 240_000;

it('detects a request that blocks the event loop', async () => {
  const request = () => ({ path: HOLD, method: 'GET' });
  hold = 60;
  expect(await tooLong([['held for 60 ms', request]])).toEqual([expect.stringMatching(/^held for 60 ms: /)]);
  hold = 30;
  expect(await tooLong([['held for 30 ms', request]])).toEqual([]);
});

it('is not blocked by operations of a bearer at the cost limit', { timeout: TIMEOUT }, async () => {
  const given = {
    ...{ role: `"${facts.roles.max}"`, productId: String(facts.product), product: String(facts.product) },
    ...{ serviceLevelId: String(facts.pickupLevel), organizationId: String(facts.organization) },
    ...{ reference: `"${facts.order}"`, id: String(facts.order), since: '1', ids: `[${hundred}]` },
    ...{
      from: '"2026-06-01"',
      to: '"2026-06-30"',
      day: '"2026-06-01"',
      text: '"anna"',
      holder: 'orders',
      key: '"voucher"',
    },
  };
  const texts = textsAtTheLimit(given, server.settings.graphqlCost);
  const requests = texts.map(([name, query]): Requests[number] => [
    name,
    () => graphql({ query }, { authorization: tokens.admin }),
  ]);
  expect(await tooLong(requests)).toEqual([]);
  // The others are refused, for their result size or for missing rows.
  expect(answered).toBeGreaterThan(100);
});

it('is not blocked by documents of the console with their largest pages', { timeout: TIMEOUT }, async () => {
  const queries = persistedDocuments(server.settings).documents.filter(
    ({ owner, kind }) => owner === 'console' && kind === 'query',
  );
  const documents = new Map(queries.map((document) => [document.name, document]));
  const requests = Object.entries(requestsOf(facts, NOW.toISOString().slice(0, 10), queries)).flatMap(
    ([name, { users, given }]) =>
      Object.entries(given).flatMap(([what, variables]): Requests => {
        const document = documents.get(name);
        if (!document) return [];
        const cookie = users.some((user) => user === 'administrator') ? cookies.admin : cookies.staff;
        const largest = Object.fromEntries(document.pages.map((page) => [page.name, page.max]));
        const body = { documentId: document.id, variables: { ...variables, ...largest } };
        return [[`${name} ${what}`, () => graphql(body, { cookie, 'sec-fetch-site': 'same-origin' })]];
      }),
  );
  expect(await tooLong(requests)).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(requests.length);
});

it('is not blocked by reads of v1', { timeout: TIMEOUT }, async () => {
  const { staff, partner } = tokens;
  const year = 'filter[start_date]=2026-06-01&filter[end_date]=2027-06-01';
  const products = `/v1/pos/roles/${facts.roles.max}/products`;
  const requests = [
    reading('/v1/orders?per_page=100&include=pickup,dropoff', staff),
    reading('/v1/orders/export', staff),
    reading(`${products}?per_page=50`, partner),
    reading(`${products}?per_page=50&${year}`, partner),
    reading('/v1/pos/products?per_page=50', partner),
    ...[facts.product, facts.pass].map((id) => reading(`${products}/${id}/rates/dates?${year}`, partner)),
    reading(`${products}/${facts.product}/rates/dates-availability?${year}`, partner),
  ];
  expect(await tooLong(requests)).toEqual([]);
});

it('is not blocked by writes of 100 orders, by v1 or a bearer', { timeout: TIMEOUT }, async () => {
  const { staff, admin } = tokens;
  const orders = { ids: hundred };
  const tags = () => Array.from({ length: 30 }, (_nothing, index) => ({ key: `k${index}`, value: unlike() }));
  const put = (name: string, change: () => object): Requests[number] => [
    `PUT of 100 orders, ${name}`,
    () => ({
      path: '/v1/orders',
      method: 'PUT',
      headers: { authorization: staff },
      raw: JSON.stringify({ orders, ...change() }),
    }),
  ];
  const everything = () => ({
    reference_code: unlike(),
    leader: { first_name: unlike(), last_name: 'Byron', email: 'guest@guest.example' },
    pickup: { date: '2026-06-10', time: '09:00', location: { point: [52.1, 4.1, unlike()] } },
    dropoff: { time: '17:00', location: { point: [52.2, 4.2, unlike()] } },
  });
  let isBooked = true;
  const moved = () => {
    isBooked = !isBooked;
    return { status: isBooked ? 'Booked' : 'Cancelled' };
  };
  const change = () =>
    `mutation { updateOrders(orders: { ids: [${hundred}] }, input: { referenceCode: "${unlike()}" }) { orders { id: databaseId status passengers { firstName } tags { key } } } }`;
  const requests: Requests = [
    put('that changes nothing', () => ({})),
    put('of one member', () => ({ reference_code: unlike() })),
    put('of many members', everything),
    put('of the status', moved),
    [
      'POST of 30 tags of 100 orders',
      () => ({
        path: '/v1/tags/x/orders',
        method: 'POST',
        headers: { authorization: staff },
        raw: JSON.stringify({ ids: hundred, tags: tags() }),
      }),
    ],
    ['updateOrders of 100 orders', () => graphql({ query: change() }, { authorization: admin })],
  ];
  expect(await tooLong(requests)).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(requests.length);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_CHARACTERS, MAX_LINES } from '../graphql/syntax.ts';
import { exchange } from '../testing/http.ts';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  longestTurn,
  postGraphql,
  shortestTurn,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';

let server: TestServer;
let authorization: string;
let cookie: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  authorization = await bearerOf(server, 'admin');
  cookie = await signedIn(server, 'admin');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const SIZE = 1_048_576;
const fill = (text: string, length = SIZE - 64) => text.repeat(Math.floor(length / text.length));
const list = (length: number, of: (index: number) => unknown) =>
  JSON.stringify(Array.from({ length }, (_, i) => of(i)));
const NEARLY_ALL = 9_900;
const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

const bodies: Record<string, string> = {
  '80,000 members': `{${Array.from({ length: 80_000 }, (_, index) => `"m${index}":1`).join()}}`,
  'the maximum number of members': `{${Array.from({ length: NEARLY_ALL }, (_, index) => `"m${index}":1`).join()}}`,
  'members with brackets': `{${Array.from({ length: NEARLY_ALL }, (_, index) => `"filter[k${index}]":1`).join()}}`,
  'different members with brackets': `{${Array.from({ length: NEARLY_ALL }, (_, index) => `"k${index}[a]":1`).join()}}`,
  'members deep in brackets': `{${Array.from({ length: NEARLY_ALL }, (_, index) => `"a[b][c][d][e][f${index}]":1`).join()}}`,
  'one long text': `{"reference_code":"${fill('a')}"}`,
  'one text of escapes': `{"reference_code":"${fill('\\u00e9')}"}`,
  'long texts in members': `{"leader":{"first_name":"${fill('é', SIZE / 4)}","email":"${fill('a@', SIZE / 4)}"}}`,
  'invalid tags': `{"tags":${list(4_900, (index) => ({ key: index }))}}`,
  'too many valid tags': `{"tags":${list(3_200, (index) => ({ key: `k${index}`, value: 'v' }))}}`,
  'invalid ids': `{"orders":{"ids":${list(NEARLY_ALL, () => 'x')}},"status":"Cancelled"}`,
  'many ids': `{"orders":{"ids":${list(NEARLY_ALL, (index) => index + 1)}},"status":"Cancelled"}`,
  'invalid passengers': `{"passengers":${list(NEARLY_ALL, () => 7)}}`,
  'passengers with invalid members': `{"passengers":${list(480, () => ({ first_name: 1, last_name: [], email: {}, gender: 2 }))}}`,
  'long names of members': `{"${fill('a_b', SIZE / 2)}":1,"orders":{"${fill('_', SIZE / 3)}":{}}}`,
  'a filter of texts': `{"filter":{"title":${list(NEARLY_ALL, (index) => `t${index}`)},"tags":${list(40, () => 'a:b')}}}`,
};

const inFilters: Record<string, string> = {
  'unknown members': `{"filter":{${Array.from({ length: NEARLY_ALL }, (_, index) => `"activityDat${index}":1`).join()}}}`,
  'names with dots': `{"filter":{${Array.from({ length: NEARLY_ALL }, (_, index) => `"city.m${index}":1`).join()}}}`,
  'a long name': `{"filter":{"${fill('_a')}":1}}`,
  'an invalid sort with a long name': `{"sort":{"by":"${fill('x')}"}}`,
  'an invalid sort with many long names': `{"sort":{"by":${list(49, () => fill('x', 20_000))}}}`,
  'a long invalid status': `{"filter":{"status":["${fill('Booke')}"]}}`,
  'long invalid statuses': `{"filter":{"status":${list(49, () => fill('Booke', 20_000))}}}`,
  'unknown members in a member': `{"filter":{"product":{${Array.from({ length: NEARLY_ALL }, (_, index) => `"${fill('n', 76)}${index}":1`).join()}}}}`,
  'unknown members in entries of a list': `{"filter":{"tags":${list(98, () => Object.fromEntries(HUNDRED.map((index) => [`${fill('n', 76)}${index}`, 1])))}}}`,
  'titles joined by bars': `{"filter":{"title":"${fill('sailing|')}"}}`,
  bars: `{"filter":{"title":"${fill('|')}","product":{"ids":"${fill('|', SIZE / 4)}"},"ids":"${fill('|', SIZE / 4)}"}}`,
  'ids joined by bars': `{"filter":{"product":{"ids":"${fill('|', SIZE / 2)}"},"supplier":{"ids":"${fill('1|', SIZE / 2)}"}}}`,
  'invalid ids in lists': `{"filter":{"product":{"ids":${list(NEARLY_ALL, () => 'x')}},"status":${list(90, () => 'x')}}}`,
};
Object.assign(bodies, inFilters);

const forms: Record<string, string> = {
  'percent signs': `a=${fill('%')}`,
  'plus signs': `email=${fill('+')}`,
  'plus signs in a name': `${fill('+')}=a`,
  escapes: `a=${fill('%41')}`,
  brackets: `a${fill('[b]')}=1`,
  'empty brackets': `a${fill('%5B%5D')}=1`,
  separators: fill('&'),
  'lists with gaps': Array.from({ length: 1_000 }, (_, index) => `a[${index}][999][999][999][999][999]=`).join('&'),
  parameters: Array.from({ length: 1_000 }, (_, index) => `a[b${index}][c][d]=${'x'.repeat(900)}`).join('&'),
};

const names = (count: number, length = 0) =>
  Array.from({ length: count }, (_, i) => `n${i}${fill('a', length)}`).join(' ');
const failing = (count: number) =>
  Array.from({ length: count }, (_, i) => `f${i}: order(reference: "0") { id }`).join(' ');
/** The maximum size of a document, less room for its selection. */
const AROUND = MAX_CHARACTERS - 10_000;

const documents: Record<string, string> = {
  'unknown fields and 500,000 line breaks': `{${fill('\n', 500_000)}${names(100)}}`,
  'unknown fields and 10,000 line breaks': `{${fill('\n', 10_000)}${names(100)}}`,
  'unknown fields in a document of maximum length': `{${fill('\n', MAX_LINES - 2)}${fill(' ', AROUND)}${names(1_000)}}`,
  'long names of unknown fields': `{${names(110, 9_000)}}`,
  'long names of unknown fields in a document of maximum length': `{${names(5, 9_000)}}`,
  'fields that fail in a document of maximum length': `{${fill('\n', MAX_LINES - 2)}${fill(' ', AROUND)}${failing(95)}}`,
  'fields that fail and 100,000 line breaks': `{${fill('\n', 100_000)}${failing(95)}}`,
  'a long block text': `{ order(reference: """${fill('a\n', SIZE / 2)}""") { id: databaseId } }`,
  comments: `{ viewer { id: databaseId } }${fill('#\n', SIZE - 100_000)}`,
  'comments of maximum length': `{ viewer { id: databaseId } }${fill('#\r', MAX_LINES)}${fill(',', AROUND)}`,
};

const addresses = [
  ['PATCH', '/v1/orders/1'],
  ['PUT', '/v1/orders'],
  ['POST', '/v1/pos/roles/1/service_levels/1/orders'],
  ['GET', '/v1/orders'],
  ['GET', '/v1/pos/products'],
  ['POST', '/v1/tags/x/orders'],
  ['POST', '/v1/tokens'],
  ['GET', '/v1/destinations'],
] as const;

async function expectShort(what: string, send: () => Promise<{ status: number }>): Promise<void> {
  const { turn, max } = await shortestTurn(() =>
    longestTurn(async () => {
      const { status } = await send();
      expect.soft(status, what).toBeLessThan(500);
    }),
  );
  expect.soft(turn, what).toBeLessThan(max);
}

it.each(Object.entries(bodies))(
  'does not block the event loop on a body of %s',
  { timeout: 60_000 },
  async (_name, raw) => {
    const headers = { authorization, 'content-type': 'application/json' };
    for (const [method, path] of addresses) {
      await expectShort(`${method} ${path}`, () => exchange(new URL(path, server.url), method, { headers, raw }));
    }
    const console = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    await expectShort('export', () =>
      exchange(new URL('/exports/orders', server.url), 'POST', { headers: console, raw }),
    );
    const request = `{"variables":${raw},${JSON.stringify(consoleDocument(server, 'Orders')).slice(1)}`;
    await expectShort('graphql', () =>
      exchange(new URL('/graphql', server.url), 'POST', { headers: console, raw: request }),
    );
  },
);

it.each(Object.entries(documents))(
  'does not block the event loop on a document of %s',
  { timeout: 60_000 },
  async (_name, query) => {
    const headers = { authorization, 'content-type': 'application/json' };
    let times = 0;
    await expectShort('graphql', () => {
      // A new text each time, because a validated document is not validated again.
      times += 1;
      return postGraphql(server, { query: `${query}#${times}` }, { headers });
    });
  },
);

it('does not block the event loop on variables of an anonymous sign-in', { timeout: 60_000 }, async () => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  for (const text of [' Did you mean ', '?', '" or "', "\\'"]) {
    const request = { ...consoleDocument(server, 'SignIn'), variables: { emailOrUsername: [fill(text, 400_000)] } };
    await expectShort(text, () => postGraphql(server, request, { headers }));
  }
});

it.each(Object.entries(forms))(
  'does not block the event loop on a form of %s',
  { timeout: 60_000 },
  async (_name, raw) => {
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    await expectShort('form', () => exchange(new URL('/v1/orders/1', server.url), 'PATCH', { headers, raw }));
  },
);

it.each([
  '/docs',
  '/docs/reference',
  '/docs/openapi.json',
  '/docs/collection.postman.json',
  '/docs/errors',
  '/v1/orders/export',
  '/v1/orders?per_page=100',
  '/v1/pos/products?per_page=50',
])('does not block the event loop on an answer of %s', { timeout: 60_000 }, async (path) => {
  await expectShort(path, () => exchange(new URL(path, server.url), 'GET', { headers: { authorization } }));
});

const tagsOf = (times: number) => HUNDRED.map((index) => ({ key: `key${index}`, value: `value ${times}` }));
const orderIds = async () => {
  const orders = await server.db.order.findMany({ select: { id: true }, orderBy: { id: 'asc' }, take: 200 });
  expect(orders).toHaveLength(200);
  return orders.map(({ id }) => id);
};

async function planned(ids: number[], change: object) {
  const query =
    'mutation ($orders: BatchOrders!, $change: BatchChangeInput!) { planBatch(orders: $orders, change: $change) { batch { id: databaseId } } }';
  const answer = await postGraphql(
    server,
    { query, variables: { orders: { ids }, change } },
    { headers: { authorization } },
  );
  expect(answer.text).toMatch(/"planBatch":\{"batch":\{"id":/);
  return { ...answer, id: Number(JSON.parse(answer.text).data.planBatch.batch.id) };
}

it('does not block the event loop on 100 tags of hundreds of orders', { timeout: 60_000 }, async () => {
  const headers = { authorization };
  const ids = await orderIds();
  let times = 0;
  await expectShort('tags', async () => {
    times += 1;
    const raw = JSON.stringify({ ids, tags: tagsOf(times) });
    const url = new URL('/v1/tags/x/orders', server.url);
    const answer = await exchange(url, 'PUT', { headers: { ...headers, 'content-type': 'application/json' }, raw });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  });
  await expectShort('planBatch', async () => {
    times += 1;
    return planned(ids, { tags: { on: 'order', action: 'synchronise', tags: tagsOf(times) } });
  });
});

it('does not block the event loop on a page of a batch of 100 long tags, or on all changes of an order', {
  timeout: 60_000,
}, async () => {
  const ids = await orderIds();
  const tags = HUNDRED.map((index) => ({ key: `${fill('k', 400)}${index}`, value: fill('v', 900) }));
  const { id } = await planned(ids, { tags: { on: 'order', action: 'assign', tags } });
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const requests = {
    Batch: { id, page: 1, perPage: 50, statuses: ['planned'] },
    Batches: { page: 1 },
    BatchRowChanges: { id, orderId: ids[0], page: 1 },
  };
  for (const [name, variables] of Object.entries(requests)) {
    const request = { ...consoleDocument(server, name), variables };
    await expectShort(name, async () => {
      const answer = await postGraphql(server, request, { headers });
      expect(answer.text).toMatch(/"data":\{"batch(es)?":/);
      expect(answer.text.length).toBeLessThan(200_000);
      return answer;
    });
  }
  for (const selection of ['orderId', 'changeCount', 'changes(perPage: 15) { after }'])
    await expectShort(selection, async () => {
      const query = `{ batch(id: ${id}) { rows(perPage: 200) { ${selection} } } }`;
      const answer = await postGraphql(server, { query }, { headers: { authorization } });
      expect(answer.text).toMatch(/"data":\{"batch":/);
      return answer;
    });
});

it('does not block the event loop on 95 aliases of a scalar of each entry of a list', {
  timeout: 60_000,
}, async () => {
  const ids = await orderIds();
  const tags = await planned(ids.slice(0, 4), { tags: { on: 'order', action: 'assign', tags: tagsOf(0) } });
  const people = await planned(ids, { tags: { on: 'order', action: 'assign', tags: tagsOf(0) } });
  const { id: after } = await server.db.user.findFirstOrThrow();
  const changes = [{ member: 'contactPersonId', before: null, after }];
  await server.db.batchRow.updateMany({ where: { batchId: people.id }, data: { changes } });
  const aliases = (count: number, field: string) =>
    Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');
  const selections: [what: string, of: number, rows: string][] = [
    ['texts', tags.id, `rows(perPage: 4) { changes(perPage: 100) { ${aliases(95, 'after')} } }`],
    ['names', people.id, `rows(perPage: 200) { changes(perPage: 1) { ${aliases(95, 'after')} } }`],
    ['counts', people.id, `rows(perPage: 190) { ${aliases(24, 'changeCount')} }`],
  ];
  for (const [what, id, rows] of selections)
    await expectShort(what, async () => {
      const answer = await postGraphql(
        server,
        { query: `{ batch(id: ${id}) { ${rows} } }` },
        { headers: { authorization } },
      );
      expect(answer.text).toMatch(/"data":\{"batch":/);
      return answer;
    });
});

it('does not block the event loop on one tag of 50 orders that have 260 long tags each', {
  timeout: 120_000,
}, async () => {
  const ids = (await orderIds()).slice(0, 50);
  for (const id of ids)
    await server.db.$executeRaw`
      INSERT INTO tag (organization_id, order_id, key, value)
      SELECT organization_id, id, rpad('k' || n, 480, 'k'), to_jsonb(rpad('v', 1000, 'v'))
      FROM orders, generate_series(1, 260) AS n WHERE id = ${id}`;
  const headers = { authorization, 'content-type': 'application/json' };
  let times = 0;
  await expectShort('tags', async () => {
    times += 1;
    const raw = JSON.stringify({ ids, tags: [{ key: 'a', value: times }] });
    const answer = await exchange(new URL('/v1/tags/x/orders', server.url), 'POST', { headers, raw });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  });
});

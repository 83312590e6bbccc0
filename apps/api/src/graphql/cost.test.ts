import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  manifestFolder,
  NOW,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';
import { isExpensive } from './cost.ts';
import { idOf } from './manifest.ts';
import { persistedDocuments } from './persisted.ts';

const TOOL = 'query Tool($n: Int!) {\n  orders(perPage: $n) {\n    id: databaseId\n  }\n}';
const DEAR_TOOL = 'query DearTool($n: Int!) {\n  orders(perPage: $n) {\n    city {\n      name\n    }\n  }\n}';
const WIDE_TOOL = `query WideTool { orders(perPage: 300) { ${Array.from({ length: 60 }, (_, index) => `${'a'.repeat(80)}${index}: id`).join(' ')} } }`;
const folder = manifestFolder({ staff: [TOOL, DEAR_TOOL, WIDE_TOOL] });
const [tool, dearTool, wideTool] = [TOOL, DEAR_TOOL, WIDE_TOOL].map((text) => ({ documentId: idOf(text) }));

let statements: string[] = [];
let server: TestServer;
let authorization: string;

beforeAll(async () => {
  const env = {
    GRAPHQL_COST: '2000',
    GRAPHQL_COST_PER_MINUTE: '5000',
    GRAPHQL_DOCUMENTS: folder,
    GRAPHQL_ANSWER_MEGABYTES: '1',
  };
  server = await startServer({ world: 'demo', env, onQuery: (sql) => statements.push(sql) });
  authorization = await bearerOf(server, 'admin');
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

let minute = 0;
/** Starts a new minute, so that the previous test's budget no longer counts. */
beforeEach(() => {
  minute += 1;
  server.setNow(new Date(NOW.getTime() + minute * 60_000 + 15_000));
});
const resetsAt = () => new Date(NOW.getTime() + (minute + 1) * 60_000).toISOString();

async function send(body: object, headers: Record<string, string> = { authorization }) {
  statements = [];
  return postGraphql(server, body, { headers });
}

const orders = (perPage: number) => ({ query: `{ orders(perPage: ${perPage}) { id: databaseId } }` });

describe('the cost of an operation', () => {
  it('is reported with the limit and the rest of the budget, by text and by id', async () => {
    const first = await send(orders(10));
    expect(first.body.extensions).toEqual({
      cost: { requested: 60, limit: 2_000, remaining: 4_940, resetsAt: resetsAt() },
    });
    const second = await send({ ...tool, variables: { n: 20 } });
    expect(second.body.extensions).toEqual({
      cost: { requested: 70, limit: 2_000, remaining: 4_870, resetsAt: resetsAt() },
    });
    expect(second.body.data?.orders).toHaveLength(20);
  });

  it('is reported when the answer is too large, for each execution strategy', async () => {
    for (const body of [wideTool, { query: WIDE_TOOL }]) {
      expect((await send({ ...body })).body).toEqual({
        errors: [expect.objectContaining({ extensions: { code: 'ANSWER_TOO_LARGE' } })],
        extensions: { cost: expect.objectContaining({ limit: 2_000, resetsAt: resetsAt() }) },
      });
      // The bearer token, a block of the budget, and one statement for a compiled document.
      if (body === wideTool) expect(statements).toHaveLength(3);
    }
  });

  it('is reported with a refusal of the operation', async () => {
    const { body } = await send({ query: '{ order(reference: "999999") { id: databaseId } }' });
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
      extensions: { cost: { requested: 51 } },
    });
  });
});

describe('an operation that costs too much', () => {
  const TOO_MUCH = [
    { query: '{ orders(perPage: 1000) { id: databaseId city { name } } }' },
    { query: '{webhookDeliveries(perPage:15){event{deliveries{event{deliveries{event{id: databaseId}}}}}}}' },
    { query: `{ ${Array.from({ length: 95 }, (_, index) => `a${index}: orders(perPage: 1000) { id }`).join(' ')} }` },
    { ...dearTool, variables: { n: 1_000 } },
  ];

  it('is refused with its cost, before a statement is sent', async () => {
    for (const body of TOO_MUCH) {
      const begun = performance.now();
      const answer = await send(body);
      expect(performance.now() - begun).toBeLessThan(1_000);
      expect(answer.body).toMatchObject({
        errors: [
          { extensions: { code: 'COST_LIMIT', cost: { limit: 2_000, remaining: 5_000, resetsAt: resetsAt() } } },
        ],
      });
      expect(answer.body.errors?.[0]?.message).toMatch(/^The operation costs \d+, and one may cost at most 2000/);
      expect(answer.text).not.toContain('"http"');
      // Only the bearer token was queried.
      expect(statements).toHaveLength(1);
    }
  });

  it('is 400 for a client that accepts the media type of GraphQL', async () => {
    const accept = { authorization, accept: 'application/graphql-response+json' };
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...accept },
      body: JSON.stringify(TOO_MUCH[2]),
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('COST_LIMIT')]);
  });
});

describe('a refusal', () => {
  beforeAll(async () => {
    const { db } = server;
    const [{ roleId }, { id: userId }] = await Promise.all([
      db.userRole.findFirstOrThrow({ where: { user: { username: 'admin' } } }),
      db.user.findFirstOrThrow({ where: { username: 'staff' } }),
    ]);
    await db.userRole.create({ data: { roleId, userId } });
  });
  const VARIED = 'query Varied($n: Int!) { orders(perPage: $n) { id: databaseId city { name } } }';
  const varied = (n: number) => ({ query: VARIED, variables: { n } });

  it('applies to its own request, not to the next one with the same text', async () => {
    expect((await send(varied(1_000))).body.errors).toMatchObject([{ extensions: { code: 'COST_LIMIT' } }]);
    expect((await send(varied(3))).body.errors).toBeUndefined();
    for (let time = 0; time < 4; time += 1) await send(varied(500));
    expect((await send(varied(900))).body.errors).toMatchObject([{ extensions: { code: 'TOO_MANY_REQUESTS' } }]);
    const other = { authorization: await bearerOf(server, 'staff') };
    expect((await send(varied(900), other)).body.errors).toBeUndefined();
    minute += 1;
    server.setNow(new Date(NOW.getTime() + minute * 60_000));
    expect((await send(varied(900))).body.errors).toBeUndefined();
  });
});

describe('the budget of a minute', () => {
  it('belongs to one user, is 429 when it is spent, and is renewed in the next minute', async () => {
    for (const remaining of [4_050, 3_100, 2_150, 1_200, 250]) {
      expect((await send(orders(900))).body.extensions).toMatchObject({ cost: { requested: 950, remaining } });
    }
    for (const body of [orders(900), { ...tool, variables: { n: 900 } }]) {
      const refused = await send(body);
      expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
        429,
        '45',
        {
          errors: [
            {
              extensions: {
                code: 'TOO_MANY_REQUESTS',
                retryAfter: 45,
                cost: { requested: 950, limit: 2_000, remaining: 250, resetsAt: resetsAt() },
              },
            },
          ],
        },
      ]);
      expect(statements).toHaveLength(1);
    }
    expect((await send(orders(10))).body.extensions).toMatchObject({ cost: { remaining: 190 } });
    minute += 1;
    server.setNow(new Date(NOW.getTime() + minute * 60_000));
    expect((await send(orders(900))).body.extensions).toMatchObject({ cost: { remaining: 4_050 } });
  });

  it('is not spent by a page size that is no number, which is refused as invalid input', async () => {
    const cookie = await signedIn(server, 'admin');
    const document = consoleDocument(server, 'Orders');
    for (const perPage of [{ toString: null }, 'many', [[]]]) {
      const answer = await send(
        { ...document, variables: { page: 1, perPage } },
        { cookie, 'sec-fetch-site': 'same-origin' },
      );
      expect([perPage, answer.status]).toEqual([perPage, 200]);
      expect(answer.body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
  });

  it('is not spent by documents of the console and of v1', async () => {
    const cookie = await signedIn(server, 'admin');
    const board = { ...consoleDocument(server, 'OrdersCount'), variables: {} };
    const { documents } = persistedDocuments(server.settings);
    const v1 = documents.find(({ owner, name }) => owner === 'v1' && name === 'ListOrders');
    for (const [body, headers] of [
      [board, { cookie }],
      [{ documentId: v1?.id, variables: { perPage: 100, withPickup: true, withDropoff: true } }, { authorization }],
    ] as const) {
      const answer = await send(body, headers);
      expect(answer.body.errors).toBeUndefined();
      expect(answer.body.extensions).toBeUndefined();
    }
    expect((await send(orders(10))).body.extensions).toMatchObject({ cost: { remaining: 4_940 } });
  });
});

it('is computed for no variables that are refused', () => {
  const query =
    'query ($n: Int, $text: String) { orders(perPage: $n, filter: { quickSearch: $text }) { city { id: databaseId } } }';
  const expensive = (text: string) => isExpensive({ query, variables: { n: 1_000, text } });
  expect([expensive('x'), expensive('x'.repeat(200_001)), expensive('\0')]).toEqual([true, false, false]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { bearerOf, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { acceptedTypes } from './accept.ts';

const [JSON_TYPE, RESPONSE, EVENTS] = ['application/json', 'application/graphql-response+json', 'text/event-stream'];

describe('accepted types', () => {
  it.each<[string | undefined, unknown[]]>([
    [undefined, [JSON_TYPE, RESPONSE, EVENTS]],
    ['', [JSON_TYPE, RESPONSE, EVENTS]],
    ['*/*', [JSON_TYPE, RESPONSE, EVENTS]],
    ['application/*', [JSON_TYPE, RESPONSE]],
    ['Application/JSON ; charset=utf-8', [JSON_TYPE]],
    [`${RESPONSE}, ${JSON_TYPE};q=0.9`, [RESPONSE, JSON_TYPE]],
    [`${JSON_TYPE};q=0.5, ${RESPONSE}`, [RESPONSE, JSON_TYPE]],
    [`${RESPONSE}, ${JSON_TYPE}`, [RESPONSE, JSON_TYPE]],
    [`${EVENTS};q=0, */*`, [JSON_TYPE, RESPONSE]],
    [`${EVENTS};q=0`, []],
    ['text/html', []],
    ['nonsense', []],
    [`${'x,'.repeat(99)}${JSON_TYPE}`, [JSON_TYPE]],
    [`${'x,'.repeat(100)}${JSON_TYPE}`, []],
  ])('for the header %.80j are %j', (header, types) => expect(acceptedTypes(header)).toEqual(types));
});

describe('/graphql', () => {
  let server: TestServer;
  let authorization: string;
  beforeAll(async () => {
    server = await startServer({ world: 'demo' });
    authorization = await bearerOf(server, 'admin');
  }, DEMO_TIMEOUT);
  afterAll(() => server.close());

  const send = (accept: string, query: string) =>
    exchange(new URL('/graphql', server.url), 'POST', {
      headers: { 'content-type': 'application/json', accept, authorization },
      body: { query },
    });
  const REFUSED = {
    errors: [
      {
        message: expect.stringContaining('Accept must allow application/json'),
        extensions: { code: 'NOT_ACCEPTABLE' },
      },
    ],
  };

  it.each(['text/html', 'image/png', 'multipart/mixed', `${JSON_TYPE};q=0`])(
    'refuses an operation whose client accepts only %s, without running it',
    async (accept) => {
      const { id, referenceCode } = await server.db.order.findFirstOrThrow({
        select: { id: true, referenceCode: true },
      });
      const query = `mutation { updateOrder(reference: "${id}", input: { referenceCode: "accepted" }) { order { id: databaseId } } }`;
      const { status, json } = await send(accept, query);
      expect([status, json]).toEqual([406, REFUSED]);
      expect(await server.db.order.findUnique({ where: { id }, select: { referenceCode: true } })).toEqual({
        referenceCode,
      });
    },
  );

  it.each([JSON_TYPE, RESPONSE, 'multipart/mixed', 'text/html', `${EVENTS};q=0`, `${EVENTS};q=0, */*`])(
    'refuses a subscription whose client accepts only %s',
    async (accept) => {
      const { status, text } = await send(accept, 'subscription { orderNews { orderId } }');
      expect([status, JSON.parse(text)]).toEqual([406, REFUSED]);
    },
  );

  it.each([
    ['*/*', `${JSON_TYPE}; charset=utf-8`],
    [`${EVENTS};q=0, */*`, `${JSON_TYPE}; charset=utf-8`],
    [`${RESPONSE}, ${JSON_TYPE};q=0.9`, `${RESPONSE}; charset=utf-8`],
  ])('answers a query with Accept %s as %s', async (accept, type) => {
    const { status, headers } = await send(accept, '{ viewer { name } }');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-store']);
  });

  it.each([
    ['a query', '{ viewer { name } }', '"data":{"viewer"'],
    ['a subscription that does not fit the schema', 'subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('answers %s with a stream of one event, without a content coding', async (_what, query, expected) => {
    const { status, headers, text } = await send(EVENTS, query);
    expect([status, headers['content-type'], headers['cache-control'], headers['content-encoding']]).toEqual([
      200,
      EVENTS,
      'no-store, no-transform',
      undefined,
    ]);
    expect(text.match(/^event: .+$/gm)).toEqual(['event: next', 'event: complete']);
    expect(text).toContain(expected);
  });

  it.each([
    ['*/*', 200, JSON_TYPE],
    [JSON_TYPE, 200, JSON_TYPE],
    [`${JSON_TYPE}, ${EVENTS}`, 200, JSON_TYPE],
    [RESPONSE, 400, RESPONSE],
  ])(
    'refuses a subscription that does not fit the schema with Accept %s and status %i',
    async (accept, status, type) => {
      const answer = await send(accept, 'subscription { nothing }');
      expect([answer.status, answer.headers['content-type']]).toEqual([status, `${type}; charset=utf-8`]);
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, type Sent } from '../testing/http.ts';
import { bearerOf, consoleDocument, DEMO_TIMEOUT, signedIn, startServer, type TestServer } from '../testing/index.ts';

/* Requests that no correct client sends: the answer is never 500 and comes soon, and the log holds no error. */

let server: TestServer;
let authorization: string;
let cookie: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  authorization = await bearerOf(server, 'admin');
  cookie = await signedIn(server, 'admin');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** Milliseconds for an odd request; generous because the machine may be busy. */
const SOON = 2_000;

async function send(sent: Sent, method = 'POST', path = '/graphql') {
  const begun = performance.now();
  const answer = await exchange(new URL(path, server.url), method, {
    ...sent,
    headers: { ...JSON_HEADERS, authorization, ...sent.headers },
  });
  expect(performance.now() - begun).toBeLessThan(SOON);
  return answer;
}

const deep = (levels: number, open: string, close: string) => `${open.repeat(levels)}${close.repeat(levels)}`;

const BODIES: Record<string, string> = {
  nothing: '',
  null: 'null',
  'a number': '7',
  'a text': '"{ viewer { id } }"',
  'an empty list': '[]',
  'a batch': '[{"query":"{ viewer { id } }"},{"query":"{ viewer { id } }"}]',
  'an empty object': '{}',
  'no JSON': '{"query":',
  'a query that is null': '{"query":null}',
  'a query that is a number': '{"query":7}',
  'a query that is a list': '{"query":["{ viewer { id } }"]}',
  'a query that is an object': '{"query":{"a":1}}',
  'an empty query': '{"query":""}',
  'a comment alone': '{"query":"# nothing"}',
  'NUL in the query': '{"query":"{ viewer \\u0000 { id } }"}',
  'half a character in the query': '{"query":"{ viewer { id } } # \\ud83d"}',
  'an operation name that is a number': '{"query":"query A { viewer { id } }","operationName":7}',
  'an operation name that is an object': '{"query":"query A { viewer { id } }","operationName":{}}',
  'an unknown operation name': '{"query":"query A { viewer { id } }","operationName":"B"}',
  'an operation name of an object': '{"query":"query A { viewer { id } }","operationName":"__proto__"}',
  'several operations, none named': '{"query":"query A { viewer { id } } query B { viewer { id } }"}',
  'two operations of one name': '{"query":"query A { viewer { id } } query A { viewer { id } }","operationName":"A"}',
  'variables that are a text': '{"query":"{ viewer { id } }","variables":"{}"}',
  'variables that are a list': '{"query":"{ viewer { id } }","variables":[1]}',
  'variables that are a number': '{"query":"{ viewer { id } }","variables":1}',
  'a member `then`': '{"query":"{ viewer { id } }","then":1}',
  'only a member `then`': '{"then":1}',
  'a variable `then`': '{"query":"{ viewer { id } }","variables":{"then":1}}',
  'an input with `then`':
    '{"query":"query ($f: OrderFilter) { orders(filter: $f) { id } }","variables":{"f":{"then":1}}}',
  'extensions with `then`': '{"query":"{ viewer { id } }","extensions":{"then":1}}',
  'variables called __proto__': '{"query":"{ viewer { id } }","variables":{"__proto__":{"a":1}}}',
  'a missing variable': '{"query":"query ($a: Int!) { order(reference: \\"1\\") { id } orders(page: $a) { id } }"}',
  'a variable of another type': '{"query":"query ($a: Int!) { orders(page: $a) { id } }","variables":{"a":{"b":[]}}}',
  'a number beyond the range': '{"query":"query ($a: Int!) { orders(page: $a) { id } }","variables":{"a":1e400}}',
  'a huge integer': '{"query":"{ orders(page: 99999999999999999999999999) { id } }"}',
  'a long fraction': `{"query":"{ orders(page: 1.${'9'.repeat(100_000)}) { id } }"}`,
  'NUL in a variable': '{"query":"query ($a: String!) { order(reference: $a) { id } }","variables":{"a":"\\u0000"}}',
  'a fragment of itself': '{"query":"{ viewer { ...A } } fragment A on Viewer { id ...A }"}',
  'fragments of each other':
    '{"query":"{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }"}',
  'a fragment of an unknown type': '{"query":"{ viewer { ...A } } fragment A on Nothing { id }"}',
  'a definition of a type': '{"query":"type Query { a: Int }"}',
  'an extension of the schema': '{"query":"extend schema { mutation: Query } { viewer { id } }"}',
  'an unknown directive': '{"query":"{ viewer @nothing { id } }"}',
  'a directive many times': `{"query":"{ viewer { id ${'@include(if: true) '.repeat(90)} } }"}`,
  'a stream by @defer': '{"query":"{ viewer { ... @defer { id } } }"}',
  'a document that is nested 2,000 levels deep': `{"query":"${deep(2_000, '{a', '}')}"}`,
  'lists 2,000 levels deep': `{"query":"{ orders(page: ${deep(2_000, '[', ']')}) { id } }"}`,
  'objects 2,000 levels deep': `{"query":"{ orders(filter: ${deep(2_000, '{a:', '}')}) { id } }"}`,
  'types 2,000 levels deep': `{"query":"query ($a: ${deep(2_000, '[', ']')}) { viewer { id } }"}`,
  'brackets that do not close': `{"query":"${'{a('.repeat(100_000)}"}`,
  'brackets that only close': `{"query":"${'}'.repeat(3_000)}"}`,
  'variables 100,000 levels deep': `{"query":"{ viewer { id } }","variables":{"a":${deep(100_000, '[', ']')}}}`,
  'objects of variables 20,000 levels deep': `{"query":"query ($f: OrderFilter) { orders(filter: $f) { id } }","variables":{"f":${'{"tags":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`,
  'extensions 20,000 levels deep': `{"query":"{ viewer { id } }","extensions":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  'an endless text': `{"query":"{ order(reference: \\"${'a'.repeat(200_000)}\\") { id } }"}`,
  'an endless name': `{"query":"{ ${'a'.repeat(200_000)} }"}`,
  'thousands of errors': `{"query":"{ ${Array.from({ length: 1_900 }, (_, index) => `a${index}`).join(' ')} }"}`,
  'the same field thousands of times': `{"query":"{ viewer { ${'name '.repeat(3_900)} } }"}`,
  'fragments that multiply': `{"query":"${bomb(14)}"}`,
  'fragments that conflict': `{"query":"{ ${Array.from({ length: 95 }, (_, index) => `... on Query { a: order(reference: \\"${index}\\") { id } }`).join(' ')} }"}`,
  'a subscription without its field': '{"query":"subscription { orderNews @skip(if: true) { orderId } }"}',
  'a subscription whose fragment is left out':
    '{"query":"subscription { ... @include(if: false) { orderNews { orderId } } }"}',
  'a subscription with a condition within fragments':
    '{"query":"subscription { ...A } fragment A on Subscription { ... { orderNews @skip(if: true) { orderId } ...A } }"}',
  'a subscription with a condition of a variable':
    '{"query":"subscription ($v: Boolean!) { orderNews @include(if: $v) { orderId } }","variables":{"v":true}}',
  'a subscription with an incomplete condition': '{"query":"subscription { orderNews @skip { orderId } }"}',
  'a persisted document that is a number': '{"documentId":1}',
  'a persisted document that is null': '{"documentId":null}',
  'a persisted document that is a list': '{"documentId":["sha256:1"]}',
  'a persisted document that is endless': `{"documentId":"sha256:${'0'.repeat(200_000)}"}`,
};

/** Fragments that each spread the next one several times, without an alias. */
function bomb(levels: number): string {
  const sides = ['pickup', 'dropoff'];
  const fragments = Array.from(
    { length: levels },
    (_, index) =>
      `fragment F${index} on Order { ${sides.map((side) => `${side} { order { ...F${index + 1} } }`).join(' ')} }`,
  );
  return `{ orders { ...F0 } } ${fragments.join(' ')} fragment F${levels} on Order { id: databaseId }`;
}

/** The codes of all errors in an answer. */
function codesOf(answer: unknown): unknown[] {
  const { errors } = (answer ?? {}) as { errors?: { extensions?: { code?: unknown } }[] | null };
  return (errors ?? []).map(({ extensions }) => extensions?.code);
}

const refusedOrAnswered = (status: number) => status === 200 || (status >= 400 && status < 500);

describe('a body of JSON', () => {
  it.each(Object.keys(BODIES))('that is %s does not cause a 500', async (name) => {
    const raw = BODIES[name] ?? '';
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*', 'text/event-stream']) {
      const { status, text } = await send({ raw, headers: { accept } });
      expect([accept, status, text.slice(0, 300)]).toEqual([
        accept,
        refusedOrAnswered(status) ? status : 'neither answered nor refused',
        expect.not.stringMatching(/Unexpected (server )?error/),
      ]);
    }
  });

  it.each(Object.keys(BODIES))('that is %s is refused with a code in each error', async (name) => {
    const { status, json, text } = await send({ raw: BODIES[name] ?? '' });
    expect(codesOf(json)).not.toContain(undefined);
    if (status !== 200) expect([status, codesOf(json), text]).not.toEqual([status, [], text]);
  });

  const CONDITIONAL = Object.keys(BODIES).filter((name) => name.startsWith('a subscription'));
  it.each(CONDITIONAL)('that is %s is refused as a validation error', async (name) => {
    for (const [accept, status] of [
      ['text/event-stream', 200],
      ['application/graphql-response+json', 400],
    ] as const) {
      const { text, ...answer } = await send({ raw: BODIES[name] ?? '', headers: { accept } });
      expect([accept, answer.status, text]).toEqual([
        accept,
        status,
        expect.stringContaining('without @skip and @include'),
      ]);
      expect(text).toContain('"code":"GRAPHQL_VALIDATION_FAILED"');
    }
  });

  it.each(Object.keys(BODIES))(
    'that is %s is refused with a message of this server, not of a library',
    async (name) => {
      expect((await send({ raw: BODIES[name] ?? '' })).text).not.toMatch(/originalError|POST body/);
    },
  );

  it.each(['null', 'a text', 'a number', 'an empty list', 'a batch'])('that is %s holds no operation', async (name) => {
    expect(await send({ raw: BODIES[name] ?? '' })).toMatchObject({
      status: 400,
      json: {
        errors: [{ message: expect.stringMatching(/must be a JSON object/), extensions: { code: 'BAD_REQUEST' } }],
      },
    });
  });

  it.each(Object.keys(BODIES))('that is %s gives a session no access', async (name) => {
    const { status } = await send({ raw: BODIES[name] ?? '', headers: { authorization: undefined, cookie } });
    expect([400, 401, 403, 413, 415]).toContain(status);
  });
});

describe('the variables of a persisted document', () => {
  const VARIABLES: Record<string, string> = {
    'a list': '[1]',
    'a text': '"a"',
    null: 'null',
    'of another type': '{"filter":7}',
    'nested deeply': `{"filter":${'{"search":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    'a list without an end': `{"filter":{"ids":[${'1,'.repeat(50_000)}1]}}`,
    'numbers beyond the range': '{"filter":{"ids":[1e400,-1e400,1e-400]}}',
    'texts that can not be stored': '{"filter":{"search":"a\\u0000"}}',
    'half a character': '{"filter":{"search":"\\ud83d"}}',
    'called __proto__': '{"__proto__":{"filter":1}}',
  };
  it.each(Object.keys(VARIABLES))('that are %s do not cause a 500', async (name) => {
    const { documentId } = consoleDocument(server, 'OrdersCount');
    const raw = `{"documentId":"${documentId}","variables":${VARIABLES[name]}}`;
    const { status } = await send({ raw, headers: { authorization: undefined, cookie } });
    expect(refusedOrAnswered(status)).toBe(true);
  });
});

describe('thousands of unknown members', () => {
  const unknown = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`k${index}`, 1]));
  const size = JSON.stringify(unknown).length;
  const QUERY = 'query ($filter: OrderFilter) { orders(filter: $filter) { id: databaseId } }';

  it.each([
    ['by a bearer', () => ({ body: { query: QUERY, variables: { filter: unknown } } })],
    [
      'by the console',
      () => ({
        body: { ...consoleDocument(server, 'OrdersCount'), variables: { filter: unknown } },
        headers: { authorization: undefined, cookie },
      }),
    ],
  ])('are reported once, without the whole value for each: %s', async (_, sent) => {
    const { status, text } = await send(sent());
    expect([refusedOrAnswered(status), text.length < 2 * size + 1_000]).toEqual([true, true]);
  });
});

describe('a form of HTTP', () => {
  const QUERY = '{ viewer { id: databaseId } }';
  it.each([
    ['text/plain', QUERY],
    ['application/graphql', QUERY],
    ['application/x-www-form-urlencoded', `query=${encodeURIComponent(QUERY)}`],
    [
      'multipart/form-data; boundary=x',
      `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"${QUERY}"}\r\n--x--`,
    ],
    ['multipart/form-data', 'nothing'],
    ['application/json; charset=utf-16', JSON.stringify({ query: QUERY })],
    ['application/json;', JSON.stringify({ query: QUERY })],
    ['nonsense', QUERY],
  ])('%s does not cause a 500', async (type, raw) => {
    expect(refusedOrAnswered((await send({ raw, headers: { 'content-type': type } })).status)).toBe(true);
  });

  it.each(['', '?query={viewer{id}}', '?query=%00', '?query=%ff', '?variables=[', '?extensions={', '?query=a&query=b'])(
    'a URL that ends in %j does not cause a 500',
    async (search) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD']) {
        const { status } = await send({ body: { query: QUERY } }, method, `/graphql${search}`);
        expect([method, refusedOrAnswered(status)]).toEqual([method, true]);
      }
    },
  );

  it('invalid UTF-8 does not cause a 500', async () => {
    const raw = Buffer.concat([
      Buffer.from('{"query":"{ viewer { id } } #'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    expect(refusedOrAnswered((await send({ raw })).status)).toBe(true);
  });
});

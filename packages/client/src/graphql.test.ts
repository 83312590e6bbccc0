import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initGraphQLTada } from 'gql.tada';
import { describe, expect, it } from 'vitest';
import { type GraphqlClientOptions, graphqlClient, type Introspection, type Scalars } from './graphql.ts';

/* What the client does with answers that a server gives only in trouble; the tests of examples use a real server. */

const graphql = initGraphQLTada<{ introspection: Introspection; scalars: Scalars; disableMasking: true }>();
const Viewer = graphql(`query Viewer { viewer { name } }`);
const Note = graphql(
  `mutation Note($id: SafeInt!, $text: String!) {
    addOrderNote(orderId: $id, input: { text: $text }) { note { version } userErrors { code path message version } }
  }`,
);
const Follow = graphql(`
  query Follow($after: String, $waitSeconds: Int) {
    orderEvents(after: $after, waitSeconds: $waitSeconds) { nodes { orderId } endCursor hasNextPage }
  }
`);
const AllOrders = graphql(`query AllOrders { orders { databaseId } }`);

type Body = { variables: object; query?: string; documentId?: string };
type Made = Response | Error | 'never';

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const refusal = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  json({ errors: [{ message: code, extensions: { code, ...more } }] }, status, headers);
const busy = (seconds = 0) => refusal(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': String(seconds) });
const ada = () => json({ data: { viewer: { name: 'Ada' } }, extensions: { cost: { requested: 51 } } });

/** A client of a server that gives these answers, one after another. */
function answering(answers: Made[], options: Partial<GraphqlClientOptions> = {}) {
  const requests: { url: string; headers: Headers; body: Body }[] = [];
  const waits: number[] = [];
  const api = graphqlClient({
    baseUrl: 'http://api.test/',
    token: 'chb_service_1',
    onRetry: (_error, seconds) => waits.push(seconds),
    async fetch(request) {
      requests.push({ url: request.url, headers: request.headers, body: (await request.json()) as Body });
      const answer = answers.shift() ?? new Error('no further answer');
      if (answer === 'never')
        return new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        });
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...options,
  });
  return { api, requests, waits };
}

describe('a query', () => {
  it('sends the token, the language and the document, and keeps the cost of the last answer', async () => {
    const { api, requests } = answering([ada()], { language: 'nl', token: async () => 'chb_service_2' });
    expect(api.cost).toBeNull();
    const { viewer } = await api.query(Viewer);
    expect(viewer.name).toBe('Ada');
    expect(api.cost).toEqual({ requested: 51 });
    expect(requests).toMatchObject([
      {
        url: 'http://api.test/graphql',
        body: { query: 'query Viewer {\n  viewer {\n    name\n  }\n}', variables: {} },
      },
    ]);
    const sent = Object.fromEntries(requests[0]?.headers ?? []);
    expect(sent).toMatchObject({ authorization: 'Bearer chb_service_2', 'x-lang': 'nl' });
    expect(sent).not.toHaveProperty('idempotency-key');
  });

  it('is sent again after 429, 503, an error of a proxy and a lost connection, after the time that the API names', async () => {
    const { api, requests, waits } = answering([
      busy(1),
      refusal(503, 'UNAVAILABLE', { retryAfter: 0.2 }),
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      new TypeError('fetch failed'),
      ada(),
    ]);
    const begun = performance.now();
    expect(await api.query(Viewer)).toEqual({ viewer: { name: 'Ada' } });
    expect(performance.now() - begun).toBeGreaterThan(1_200);
    expect(requests).toHaveLength(5);
    expect(waits[0]).toBeGreaterThanOrEqual(1);
    expect(waits[0]).toBeLessThanOrEqual(1.1);
    expect(waits[1]).toBeGreaterThanOrEqual(0.2);
    // Without a named time it waits longer each time.
    expect(waits[2]).toBeGreaterThanOrEqual(0.5);
    expect(waits[3]).toBeGreaterThanOrEqual(1);
  });

  it('gives up after the allowed repetitions, for a wait beyond two minutes, and for errors that do not pass', async () => {
    const often = answering([busy(), busy(), busy(), ada()], { retries: 2 });
    await expect(often.api.query(Viewer)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 0 });
    expect(often.requests).toHaveLength(3);
    for (const answer of [
      busy(121),
      refusal(200, 'FORBIDDEN'),
      refusal(401, 'UNAUTHENTICATED'),
      new Response('', { status: 500 }),
    ]) {
      const { api, requests } = answering([answer, ada()]);
      await expect(api.query(Viewer)).rejects.toMatchObject({ name: 'GraphqlError', status: answer.status });
      expect(requests).toHaveLength(1);
    }
  });

  it('has a time limit for each try, and ends at once by a signal', async () => {
    const late = answering(['never', ada()], { timeoutSeconds: 0.1 });
    expect(await late.api.query(Viewer)).toEqual({ viewer: { name: 'Ada' } });
    expect(late.requests).toHaveLength(2);
    const slow = answering(['never'], { timeoutSeconds: 0.1, retries: 0 });
    await expect(slow.api.query(Viewer)).rejects.toMatchObject({ name: 'TimeoutError' });
    for (const answer of ['never', busy(60)] as const) {
      const { api, requests } = answering([answer, ada()]);
      const ended = new AbortController();
      setTimeout(() => ended.abort(new Error('The program ends.')), 100);
      await expect(api.query(Viewer, {}, { signal: ended.signal })).rejects.toThrow('The program ends.');
      expect(requests).toHaveLength(1);
    }
  });

  it('reports all that the errors of an answer hold', async () => {
    const fields = [
      { path: ['filter', 'endDate'], message: 'must not be earlier' },
      { path: ['filter', 'endDate'], message: 'must be a date' },
    ];
    const errors = [{ message: 'Invalid.', path: ['orders'], extensions: { code: 'VALIDATION', fields } }];
    const { api } = answering([json({ data: { orders: null }, errors }, 200, { 'x-request-id': 'request-1' })]);
    await expect(api.query(Viewer)).rejects.toMatchObject({
      name: 'GraphqlError',
      message: 'Invalid.',
      code: 'VALIDATION',
      path: ['orders'],
      fields: { 'filter.endDate': ['must not be earlier', 'must be a date'] },
      requestId: 'request-1',
      retryAfter: null,
      reason: null,
      errors,
      data: { orders: null },
    });
  });

  it.each([
    ['<html>', 200],
    ['null', 200],
    ['{}', 200],
    ['', 404],
  ])('reports %j with status %i, which is no answer of the API', async (text, status) => {
    const { api } = answering([new Response(text, { status })]);
    await expect(api.query(Viewer)).rejects.toMatchObject({
      code: 'UNKNOWN',
      status,
      message: `The API answered with ${status}.`,
    });
  });
});

describe('a mutation', () => {
  const variables = { id: 1, text: 'Brings a wheelchair.' };
  const done = () => json({ data: { addOrderNote: { note: { version: 1 } } } });

  it('is sent again with the same key, and another call with another one', async () => {
    const { api, requests } = answering([
      new TypeError('fetch failed'),
      refusal(503, 'UNAVAILABLE', { outcome: 'unknown', retryAfter: 0 }),
      done(),
      done(),
      done(),
    ]);
    await api.mutate(Note, variables);
    await api.mutate(Note, variables);
    await api.mutate(Note, variables, { key: 'note-1' });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[4]).toBe('note-1');
  });

  it('without a key is sent again only where it was refused', async () => {
    const refused = answering([busy(), refusal(503, 'UNAVAILABLE', {}, { 'retry-after': '0' }), done()]);
    expect(await refused.api.mutate(Note, variables, { key: null })).toEqual({
      addOrderNote: { note: { version: 1 } },
    });
    expect(refused.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null, null]);
    for (const answer of [
      new TypeError('fetch failed'),
      refusal(503, 'UNAVAILABLE', { outcome: 'unknown' }),
      refusal(200, 'UNAVAILABLE'),
      new Response('', { status: 503 }),
    ]) {
      const { api, requests } = answering([answer, done()]);
      await expect(api.mutate(Note, variables, { key: null })).rejects.toThrow();
      expect(requests).toHaveLength(1);
    }
  });

  it('throws for refusals of another name', async () => {
    const Named = graphql(`mutation Named($id: SafeInt!) {
      addOrderNote(orderId: $id, input: { text: "a" }) { note { version } ...Refused }
    }
    fragment Refused on AddOrderNotePayload { why: userErrors { code path message } }`);
    const why = [{ code: 'CONFLICT', path: [], message: 'The order is cancelled.' }];
    const { api } = answering([json({ data: { addOrderNote: { note: null, why } } })]);
    await expect(api.mutate(Named, { id: 1 })).rejects.toMatchObject({
      name: 'RefusedError',
      code: 'CONFLICT',
      fields: {},
    });
    // Names of other members are no refusals.
    const Other = graphql(`mutation Other($id: SafeInt!, $items: [OrderChangeItem!]!) {
      addOrderNote(orderId: $id, input: { text: "a" }) { note { version } }
      changeOrders(items: $items) { results { note: userErrors { code } } }
    }`);
    const made = { addOrderNote: { note: { version: 1 } }, changeOrders: { results: [{ note: [] }] } };
    expect(await answering([json({ data: made })]).api.mutate(Other, { id: 1, items: [] })).toEqual(made);
  });

  it('throws where its input is refused as data', async () => {
    const userErrors = [
      { code: 'VALIDATION', path: ['input', 'text'], message: 'must not be empty' },
      { code: 'PRECONDITION_FAILED', path: [], message: 'The order was changed.', version: 8 },
    ];
    const data = { addOrderNote: { note: null, userErrors } };
    const { api } = answering([json({ data }), json({ data: { addOrderNote: { note: {}, userErrors: [] } } })]);
    await expect(api.mutate(Note, variables)).rejects.toMatchObject({
      name: 'RefusedError',
      code: 'VALIDATION',
      message: 'must not be empty',
      path: ['addOrderNote'],
      fields: { 'input.text': ['must not be empty'] },
      errors: [{}, { extensions: { code: 'PRECONDITION_FAILED', version: 8 } }],
      data,
    });
    expect(await api.mutate(Note, variables)).toEqual({ addOrderNote: { note: {}, userErrors: [] } });
  });
});

describe('what passes', () => {
  it('is repeated with its key: a change that is still in progress, or whose deadline passed', async () => {
    const done = () => json({ data: { addOrderNote: { note: { version: 1 } } } });
    for (const answer of [
      refusal(200, 'CONFLICT', { reason: 'IN_PROGRESS', retryAfter: 0 }),
      refusal(200, 'DEADLINE'),
    ]) {
      const { api, requests } = answering([answer, done()]);
      await api.mutate(Note, { id: 1, text: 'a' });
      const [first, second] = requests.map(({ headers }) => headers.get('idempotency-key'));
      expect([first, requests.length]).toEqual([second, 2]);
    }
    for (const code of ['CONFLICT', 'DEADLINE']) {
      const { api, requests } = answering([refusal(200, code), done()]);
      await expect(
        code === 'CONFLICT' ? api.mutate(Note, { id: 1, text: 'a' }) : api.query(Viewer),
      ).rejects.toMatchObject({
        code,
      });
      expect(requests).toHaveLength(1);
    }
  });

  it('is no mistake of the program', async () => {
    const waits: number[] = [];
    const options = { onRetry: (_error: unknown, seconds: number) => waits.push(seconds) };
    for (const baseUrl of ['not a url', 'ftp://api.test', '/'])
      expect(() => graphqlClient({ baseUrl, token: 'chb_service_1', ...options })).toThrow(TypeError);
    const { api, requests } = answering([ada()], {
      ...options,
      token: () => {
        throw new RangeError('no token');
      },
    });
    await expect(api.follow(Follow).next()).rejects.toThrow('no token');
    expect([waits, requests]).toEqual([[], []]);
  });

  it('is waited for by a follower, however long it takes, and by a query for two minutes', async () => {
    const controller = new AbortController();
    const waits: number[] = [];
    const { api } = answering([busy(3_600)], {
      onRetry: (_error, seconds) => {
        waits.push(seconds);
        controller.abort();
      },
    });
    await expect(api.follow(Follow, {}, { signal: controller.signal }).next()).rejects.toThrow();
    expect(waits).toEqual([120]);
    await expect(answering([busy(3_600), ada()]).api.query(Viewer)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });
});

describe('a follower', () => {
  const page = (endCursor: string, ...ids: number[]) =>
    json({ data: { orderEvents: { nodes: ids.map((orderId) => ({ orderId })), endCursor, hasNextPage: false } } });

  it('continues after each page, and through every time without an API', async () => {
    const { api, requests } = answering([page('b', 1), new TypeError('fetch failed'), busy(), page('c', 2, 3)], {
      retries: 0,
    });
    const seen: unknown[] = [];
    for await (const { nodes, endCursor } of api.follow(Follow, { after: 'a' })) {
      seen.push([nodes.map(({ orderId }) => orderId), endCursor]);
      if (endCursor === 'c') break;
    }
    expect(seen).toEqual([
      [[1], 'b'],
      [[2, 3], 'c'],
    ]);
    expect(requests.map(({ body }) => body.variables)).toEqual(
      ['a', 'b', 'b', 'b'].map((after) => ({ after, waitSeconds: 30 })),
    );
  });

  it('does not poll without a pause a document that does not wait', async () => {
    const { api } = answering([page('b'), page('b'), page('b')]);
    const begun = performance.now();
    let pages = 0;
    for await (const _page of api.follow(Follow, { waitSeconds: 0 })) if (++pages === 3) break;
    expect(performance.now() - begun).toBeGreaterThan(1_900);
  });

  it('throws for a cursor that is too old, and for a document that selects no page', async () => {
    const { api } = answering([refusal(200, 'VALIDATION', { reason: 'CURSOR_EXPIRED' }), ada()]);
    await expect(api.follow(Follow, { after: 'a' }).next()).rejects.toMatchObject({ reason: 'CURSOR_EXPIRED' });
    await expect(api.follow(Follow, { after: 'a' }).next()).rejects.toThrow('selects nodes, endCursor and hasNextPage');
  });
});

describe('an export', () => {
  const lines = (...parts: string[]) => {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(encoder.encode(part));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  };

  it('has the orders however their bytes arrive, and says how many they are', async () => {
    const { api, requests } = answering([
      busy(),
      lines('{"databaseId":1}\n{"data', 'baseId":2}\n{"$complete":{"orders":2,', '"matched":3}}\n'),
    ]);
    const rows = api.exportAll(AllOrders);
    expect(await rows.next()).toEqual({ value: { databaseId: 1 }, done: false });
    expect(await rows.next()).toEqual({ value: { databaseId: 2 }, done: false });
    expect(await rows.next()).toEqual({ value: { orders: 2, matched: 3 }, done: true });
    expect(requests[1]?.url).toBe('http://api.test/graphql/export');
  });

  it.each([
    ['of the API', '{"$error":{"message":"Too late.","extensions":{"code":"DEADLINE"}}}\n', 'DEADLINE'],
    ['of a cut connection', '{"$complete":{"orders":1', 'INCOMPLETE'],
    ['of a line that is not of the API', '<html>\n', 'INCOMPLETE'],
    ['of a proxy that ends it', 'null\n{"$comp', 'INCOMPLETE'],
  ])('ends with the error %s', async (_of, end, code) => {
    const { api } = answering([lines('{"databaseId":1}\n', end)]);
    const rows = api.exportAll(AllOrders);
    await rows.next();
    const rest = async () => {
      while ((await rows.next()).done !== true);
    };
    await expect(rest()).rejects.toMatchObject({ name: 'GraphqlError', code });
  });

  it('ends with an error where the connection breaks', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{"databaseId":1}\n', () => {
        setTimeout(() => response.destroy(), 20);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const rows = graphqlClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'secret' }).exportAll(AllOrders);
    expect(await rows.next()).toMatchObject({ value: { databaseId: 1 } });
    await expect(rows.next()).rejects.toMatchObject({
      name: 'GraphqlError',
      code: 'INCOMPLETE',
      cause: { name: 'TypeError' },
    });
    server.close();
  });
});

describe('registered operations', () => {
  const manifest = { operations: [{ id: 'sha256:1', name: 'Viewer', body: 'query Viewer { viewer { name } }' }] };

  it('are sent by their ids', async () => {
    const { api, requests } = answering([ada(), ada()], { operations: manifest });
    await api.query(Viewer);
    await api.query(Viewer);
    expect(requests.map(({ body }) => body)).toEqual([1, 2].map(() => ({ documentId: 'sha256:1', variables: {} })));
  });

  it('are all that is sent: not one that is not registered, nor one that was changed since', async () => {
    const { api, requests } = answering([ada()], { operations: manifest });
    await expect(api.query(Follow)).rejects.toThrow('The operation Follow is not registered.');
    const changed = graphql(`query Viewer { viewer { username } }`);
    await expect(api.query(changed)).rejects.toThrow('The operation Viewer was changed since it was registered.');
    expect(requests).toEqual([]);
  });
});

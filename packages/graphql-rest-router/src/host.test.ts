import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  type Call,
  createServer,
  data,
  HttpError,
  InvalidInput,
  type RestRouterOptions,
  restRouter,
  route,
  sendJson,
  type WireAnswer,
  wire,
} from './index.ts';
import { clientOf } from './testing/http.ts';
import { type Reader, saveBook, schema, startLibrary } from './testing/library.ts';

async function client(options: Partial<RestRouterOptions<string, Reader>>) {
  const app = await startLibrary(options);
  onTestFinished(() => app.close());
  return clientOf(app);
}

it('sends finished JSON text unchanged', async () => {
  const send = await client({
    execute: () => ({ json: { book: '{"id":1,"price":10.00}', data: '[ ]', meta: '{}', titles: '["a" ]' } }),
  });
  expect((await send('GET', '/v1/books/1')).text).toBe('{"data":{"id":1,"price":10.00}}');
  expect((await send('GET', '/v1/books')).text).toBe('{"data":[ ],"meta":{}}');
  expect((await send('GET', '/v1/titles')).text).toBe('["a" ]');
});

it('sends finished bytes whole and releases their memory', async () => {
  const long = `"${'x'.repeat(100_000)}"`;
  /** Bytes of two root fields in one buffer, as a database row holds them. */
  const rowOf = (list: string, meta: string) => {
    const row = Buffer.concat([Buffer.from(list), Buffer.from(meta)]);
    return [row.subarray(0, list.length), row.subarray(list.length)] as const;
  };
  const lists: Buffer[] = [];
  const send = await client({
    execute: () => {
      const [list, meta] = rowOf(`[${long}]`, '{}');
      lists.push(list);
      return { json: { book: list, data: list, meta, titles: list, books: list } };
    },
  });
  expect((await send('GET', '/v1/books')).text).toBe(`{"data":[${long}],"meta":{}}`);
  expect((await send('GET', '/v1/books/1')).text).toBe(`{"data":[${long}]}`);
  expect((await send('GET', '/v1/titles')).text).toBe(`[${long}]`);
  expect((await send('GET', '/v1/books/export')).status).toBe(200);
  await expect.poll(() => lists.map((list) => list.length)).toEqual([0, 0, 0, 0]);
});

it('sends JSON in pieces and releases the memory of their bytes', async () => {
  const app = createServer();
  onTestFinished(() => app.close());
  const bytes = Buffer.from(`"${'x'.repeat(100_000)}"`);
  app.get('/pieces', (_request, reply) => sendJson(reply, '{"a":', bytes, '}'));
  app.get('/text', (_request, reply) => sendJson(reply, '{}'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const send = clientOf(app);
  expect((await send('GET', '/pieces')).json).toEqual({ a: 'x'.repeat(100_000) });
  expect(bytes).toHaveLength(0);
  const { text, headers } = await send('GET', '/text');
  expect([text, headers['content-type']]).toEqual(['{}', 'application/json; charset=utf-8']);
});

it('accepts finished JSON text that is null, and for an export', async () => {
  const send = await client({ execute: () => ({ json: { book: 'null', books: '[{"id":1,"author":{"name":"A"}}]' } }) });
  expect((await send('GET', '/v1/books/1')).status).toBe(404);
  expect((await send('GET', '/v1/books/export')).text).toBe('id,title,price,author\r\n1,,,A\r\n');
});

it('answers 500 to an executor that leaves a root field out', async () => {
  const send = await client({ execute: () => ({ json: {} }) });
  expect((await send('GET', '/v1/books/1')).status).toBe(500);
});

it('lets the host wrap a call, change its answer and replace it', async () => {
  const seen: unknown[] = [];
  const send = await client({
    around: async ({ route, variables, context }: Call<Reader>, run): Promise<WireAnswer> => {
      seen.push([route.operation.name, variables, context.name]);
      if (route.status === 204) return { status: 200, headers: { 'idempotent-replayed': 'true' }, body: '"again"' };
      const answer = await run();
      return { ...answer, headers: { ...answer.headers, 'content-language': 'de', 'cache-control': 'private' } };
    },
  });
  expect((await send('GET', '/v1/titles')).headers).toMatchObject({
    'content-language': 'de',
    'cache-control': 'private',
  });
  const replayed = await send('DELETE', '/v1/books/3');
  expect([replayed.status, replayed.text, replayed.headers['idempotent-replayed']]).toEqual([200, '"again"', 'true']);
  expect(seen).toEqual([
    ['ListTitles', {}, 'anonymous'],
    ['RemoveBook', { book: 3 }, 'reader'],
  ]);
});

it('prefers an ETag of the host over the hash', async () => {
  const send = await client({
    around: async (_, run) => ({ ...(await run()), headers: { etag: '"v7"' } }),
    vary: ['X-Lang', 'Authorization'],
  });
  const first = await send('GET', '/v1/books/1');
  expect(first.headers).toMatchObject({ etag: '"v7"', vary: 'X-Lang, Authorization, Accept-Encoding' });
  expect((await send('GET', '/v1/books/1', { headers: { 'if-none-match': '"v7"' } })).status).toBe(304);
});

it('answers errors of the host with the specified body wherever they are thrown', async () => {
  const refusal = new InvalidInput([{ path: ['input', 'title'], message: 'is odd' }]);
  for (const options of [
    { context: () => Promise.reject(refusal) },
    { around: () => Promise.reject(refusal) },
    { execute: () => Promise.reject(refusal) },
  ]) {
    const { status, json } = await (await client(options))('POST', '/v1/books', { body: { title: 'x' } });
    expect([status, json]).toMatchObject([422, { errors: { title: ['title is odd'] } }]);
  }
  const send = await client({ authenticate: () => Promise.reject(new HttpError(403, 'Not from here.')) });
  expect(await send('GET', '/v1/books')).toMatchObject({
    status: 403,
    json: { errors: null, meta: { message: 'Not from here.' } },
  });
});

it('answers 422 under the wire path for variables that the route accepts and GraphQL refuses', async () => {
  const looser = route({
    method: 'POST',
    path: '/v1/looser',
    operation: saveBook,
    input: z.object({ title: wire.text(), small: wire.text(), co_authors: z.array(z.object({ name: wire.id() })) }),
    answer: data(),
    summary: 'Looser than GraphQL',
  });
  const app = createServer();
  onTestFinished(() => app.close());
  const api = restRouter({ schema, authenticate: () => 'reader', context: () => ({}) });
  await app.register(api.plugin, { routes: [looser] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const body = { title: 'x', small: 'many', co_authors: [{ name: 1 }] };
  const { status, json } = await clientOf(app)('POST', '/v1/looser', { body });
  expect([status, json]).toMatchObject([
    422,
    { errors: { small: ['small is not valid'], 'co_authors.0.name': ['co_authors.0.name is not valid'] } },
  ]);
});

it('names each member that a strict input does not know', async () => {
  const strict = route({
    method: 'POST',
    path: '/v1/strict',
    operation: saveBook,
    input: z.strictObject({ title: wire.text(), co_authors: z.array(z.strictObject({ name: wire.text() })) }),
    answer: data(),
    summary: 'Strict',
  });
  const app = createServer();
  onTestFinished(() => app.close());
  const api = restRouter({ schema, authenticate: () => 'reader', context: () => ({}) });
  await app.register(api.plugin, { routes: [strict] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const body = { title: 'x', titel: 'y', co_authors: [{ name: 'A', nmae: 'B' }] };
  expect(await clientOf(app)('POST', '/v1/strict', { body })).toMatchObject({
    status: 422,
    json: {
      errors: {
        titel: ['titel is not a known member'],
        'co_authors.0.nmae': ['co_authors.0.nmae is not a known member'],
      },
    },
  });
});

it('cuts off an export that fails half-way, and logs the error', async () => {
  let pages = 0;
  const logged: string[] = [];
  const execute = () => {
    pages += 1;
    if (pages > 1) throw new Error('lost');
    return { data: { books: [{ id: 1 }, { id: 2 }] } };
  };
  const app = await startLibrary({ execute }, (line) => logged.push(line));
  onTestFinished(() => app.close());
  await expect(clientOf(app)('GET', '/v1/books/export')).rejects.toThrow();
  const notified = { operation: 'ExportBooks', tracking_id: expect.any(String), err: { message: 'lost' } };
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([notified]);
});

it('sends nothing for a caller that was presumed wrongly', async () => {
  const attempts: [caller: string, mayPresume: boolean][] = [];
  const send = await client({
    authenticate: (_request, _route, mayPresume) => {
      attempts.push([mayPresume ? 'presumed' : 'known', mayPresume]);
      return mayPresume ? 'presumed' : 'known';
    },
    confirm: () => attempts.at(-1)?.[1] === false,
    context: (_request, caller) => {
      if (caller === 'presumed') throw new HttpError(403, 'not for a presumed caller');
      return { name: caller ?? '' };
    },
  });
  expect((await send('GET', '/v1/books/1')).status).toBe(200);
  expect(attempts).toEqual([
    ['presumed', true],
    ['known', false],
  ]);
});

it('does not presume the caller of a request that can fail before its operation', async () => {
  const presumed: boolean[] = [];
  const send = await client({
    authenticate: (_request, _route, mayPresume) => {
      presumed.push(mayPresume);
      return 'a reader';
    },
  });
  await send('GET', '/v1/books?search=%ff');
  await send('GET', '/v1/books', { body: '{' });
  await send('POST', '/v1/books', { body: '{}' });
  expect(presumed).toEqual([false, false, false]);
});

it('answers an unexpected error as such if the caller cannot be confirmed', async () => {
  const send = await client({
    execute: () => Promise.reject(new Error('a defect')),
    confirm: () => Promise.reject(new HttpError(503, 'not now')),
  });
  expect((await send('GET', '/v1/books/1')).status).toBe(500);
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { VISITOR_HEADER } from '@channel/auth/visitor-address';
import { afterEach, expect, it } from 'vitest';
import { forward } from './forward.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function api(listener: RequestListener): Promise<void> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.API_ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (headers: Record<string, string>, init: RequestInit = {}) =>
  new Request('http://console/graphql?a=1', { method: 'POST', body: '{"query":"{viewer{id}}"}', headers, ...init });

it('forwards the body and only the headers that the API needs', async () => {
  const seen = Promise.withResolvers<{ request: IncomingMessage; body: string }>();
  await api(async (request, response) => {
    seen.resolve({ request, body: await text(request) });
    response.setHeader('set-cookie', ['a=1; HttpOnly', 'b=2']);
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[]}');
  });
  const answer = await forward(
    post({
      cookie: 's=1',
      origin: 'http://console',
      'sec-fetch-site': 'cross-site',
      'x-lang': 'de',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      authorization: 'Bearer 1|x',
      'x-forwarded-for': '10.0.0.1',
      [VISITOR_HEADER]: 'as the server of the console signed it',
    }),
  );
  const { request, body } = await seen.promise;
  expect(request.url).toBe('/graphql?a=1');
  expect(body).toBe('{"query":"{viewer{id}}"}');
  expect(request.headers).toMatchObject({
    cookie: 's=1',
    origin: 'http://console',
    'sec-fetch-site': 'cross-site',
    'x-lang': 'de',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    [VISITOR_HEADER]: 'as the server of the console signed it',
  });
  expect(request.headers).not.toHaveProperty('authorization');
  expect(request.headers).not.toHaveProperty('x-forwarded-for');
  expect(answer.status).toBe(401);
  expect(answer.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
  expect(await answer.text()).toBe('{"errors":[]}');
});

it('streams events one by one, and closes the request to the API when the visitor disconnects', async () => {
  const left = Promise.withResolvers<void>();
  await api((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'content-encoding': 'none' });
    response.write('data: 1\n\n');
    response.on('close', () => left.resolve());
  });
  const visitor = new AbortController();
  const answer = await forward(post({ accept: 'text/event-stream' }, { signal: visitor.signal }));
  expect(answer.headers.get('cache-control')).toContain('no-transform');
  expect(answer.headers.get('content-encoding')).toBe(null);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('data: 1\n\n');
  visitor.abort();
  await left.promise;
});

it('responds with a GraphQL error if the API is unreachable', async () => {
  await api(() => {});
  server?.close();
  const answer = await forward(post({}));
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'API_UNREACHABLE' } }] });
});

it('reads the address of the API on every request', async () => {
  await api((_request, response) => response.end('first'));
  expect(await (await forward(post({}))).text()).toBe('first');
  server?.close();
  await api((_request, response) => response.end('second'));
  expect(await (await forward(post({}))).text()).toBe('second');
});

it('rejects a body above the size limit regardless of its Content-Length', async () => {
  let received = 0;
  await api((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on('end', () => response.end('{}'));
  });
  const limit = 1_048_576;
  const body = (size: number) => new Blob([' '.repeat(size)]).stream();
  const of = (size: number) => forward(post({}, { body: body(size), duplex: 'half' } as RequestInit));
  expect((await of(limit)).status).toBe(200);
  expect(received).toBe(limit);
  const refused = await of(limit + 1);
  expect([refused.status, await refused.json()]).toMatchObject([
    413,
    { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
  ]);
});

it('rejects a Content-Length above the limit before the body arrives', async () => {
  await api(() => expect.unreachable());
  const never = new ReadableStream<Uint8Array>({});
  const announced = { headers: { 'content-length': '1048577' }, body: never, duplex: 'half' } as RequestInit;
  const refused = await forward(new Request('http://console/graphql', { method: 'POST', ...announced }));
  expect(refused.status).toBe(413);
});

it('does not serve pages of the API from the console’s origin', async () => {
  const answer = await forward(new Request('http://console/graphql', { headers: { accept: 'text/html' } }));
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
});

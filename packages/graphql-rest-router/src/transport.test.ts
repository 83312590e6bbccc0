import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Received, type Sent, sendRaw } from './testing/http.ts';
import { startLibrary } from './testing/library.ts';

const OF_EVERY_ANSWER = { 'x-of-every-answer': 'yes' };

let app: FastifyInstance;
let send: (method: string, path: string, sent?: Sent) => Promise<Received>;

beforeAll(async () => {
  app = await startLibrary({}, undefined, { headers: OF_EVERY_ANSWER });
  send = clientOf(app);
});
afterAll(() => app.close());

const httpErrorBody = { errors: null, meta: { message: expect.any(String), tracking_id: null } };
const uuid = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);

function expectHttpError({ status, json, headers }: Received, expected: number): void {
  expect([status, json]).toEqual([expected, httpErrorBody]);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': uuid,
    ...OF_EVERY_ANSWER,
  });
}

describe('an absent body', () => {
  it.each(['GET', 'DELETE', 'QUERY'])('is accepted on %s with a JSON content type', async (method) => {
    const path = method === 'DELETE' ? '/v1/books/1' : '/v1/books';
    for (const sent of [{}, { raw: '' }, { raw: '', headers: { 'transfer-encoding': 'chunked' } }, { raw: '  ' }]) {
      expect((await send(method, path, sent)).status).toBe(method === 'DELETE' ? 204 : 200);
    }
  });

  it('may have any content type', async () => {
    expect((await send('GET', '/v1/books', { headers: { 'content-type': 'text/html' } })).status).toBe(200);
    expect((await send('GET', '/v1/books', { headers: { 'content-type': undefined } })).status).toBe(200);
  });

  it('is an empty object for a write', async () => {
    const { status, json } = await send('POST', '/v1/books');
    expect([status, json]).toMatchObject([422, { errors: { title: ['title is required'] } }]);
  });
});

describe('a GET body', () => {
  it('is read, chunked too', async () => {
    const raw = '{"filter":{"title":"Looms"}}';
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      expect((await send('GET', '/v1/books', { raw, headers })).json).toMatchObject({
        data: [{ title: 'Looms' }],
        meta: { total: 1 },
      });
    }
  });
});

describe('a body that is not JSON', () => {
  it.each([
    '{"title":',
    '{"title":"x",}',
    '[1',
    'nul',
    '{"__proto__":{"x":1}}',
    '{"author":{"__proto__":{"x":1}}}',
    '{"constructor":{"prototype":{"x":1}}}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
    Buffer.from('{"title":"x"}', 'utf16le'),
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ])('is 400: %.40s', async (raw) => {
    for (const method of ['POST', 'QUERY']) expectHttpError(await send(method, '/v1/books', { raw }), 400);
  });

  it('may begin with a byte order mark, be 32 levels deep, repeat keys or hold odd numbers', async () => {
    expect((await send('POST', '/v1/books', { raw: '\ufeff{"title":"x"}' })).status).toBe(201);
    expect(
      (await send('POST', '/v1/books', { raw: `{"title":"a","title":"x","y":${'['.repeat(31)}${']'.repeat(31)}}` }))
        .status,
    ).toBe(201);
    for (const small of ['1e400', '9007199254740993', '1.5', '-1e99']) {
      const { status, json } = await send('POST', '/v1/books', { raw: `{"title":"x","small":${small}}` });
      expect([status, json]).toMatchObject([422, { errors: { small: ['small must be an integer'] } }]);
    }
  });

  it('is 413 when it is too large, with or without a length', async () => {
    const raw = JSON.stringify({ title: 'x'.repeat(1_048_576) });
    expectHttpError(await send('POST', '/v1/books', { raw }), 413);
    expect((await send('POST', '/v1/books', { raw: JSON.stringify({ title: 'x'.repeat(1_000_000) }) })).status).toBe(
      422,
    );
    const chunked = await sendRaw(
      app,
      `POST /v1/books HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer reader\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${raw.length.toString(16)}\r\n${raw}\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('with a hundred thousand members is answered quickly', async () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 0]));
    const long = { title: 'x', tags: Array.from({ length: 9_000 }, () => 0) };
    expectHttpError(await send('POST', '/v1/books', { body: { ...many, title: 'x'.repeat(20) } }), 413);
    const { status, json } = await send('POST', '/v1/books', { body: long });
    expect(status).toBe(422);
    expect(Object.keys((json as { errors: object }).errors).length).toBeLessThanOrEqual(100);
  });
});

describe('content types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    ' application/json',
    'application/json ; charset=utf-8',
    'application/json\t; charset=utf-8',
    'application/json;',
    'application/json; x',
  ])('%j is read as JSON and checked', async (type) => {
    const headers = { 'content-type': type };
    expect((await send('POST', '/v1/books', { raw: '{"title":"x"}', headers })).status).toBe(201);
    expect((await send('POST', '/v1/books', { raw: '{"title":1}', headers })).status).toBe(422);
  });

  it.each([
    'text/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'application/jsonp',
    'application',
    'application/json/x',
    'multipart/form-data; boundary=x',
    undefined,
  ])('%j is 415', async (type) => {
    for (const method of ['POST', 'GET']) {
      expectHttpError(
        await send(method, '/v1/books', { raw: '{"title":"x"}', headers: { 'content-type': type } }),
        415,
      );
    }
  });

  it.each(['gzip', 'GZIP, br'])('with the Content-Encoding %s is 415', async (coding) => {
    expectHttpError(await send('POST', '/v1/books', { raw: '{}', headers: { 'content-encoding': coding } }), 415);
  });

  it('missing on QUERY is 400', async () => {
    expectHttpError(await send('QUERY', '/v1/books', { headers: { 'content-type': undefined } }), 400);
  });
});

describe('addresses', () => {
  it.each(['/', '/v1', '/v1/nothing', '/v1/books/1/pages', '//v1/books', '/V1/books'])(
    '%s is unknown: 404',
    async (path) => {
      expectHttpError(await send('GET', path), 404);
    },
  );

  it.each(['/v1/books/%zz', '/v1/books/%ff', '/%'])('%s is malformed: 400', async (path) => {
    expectHttpError(await send('GET', path), 400);
  });

  it('with another method are 405 and say which are allowed', async () => {
    const allowed = {
      '/v1/books': 'GET, QUERY, HEAD, POST, OPTIONS',
      '/v1/books/1': 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS',
      '/v1/tokens': 'POST, OPTIONS',
    };
    for (const [path, allow] of Object.entries(allowed)) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']) {
        if (allow.split(', ').includes(method)) continue;
        const refused = await send(method, path, { raw: '{"malformed', headers: { authorization: undefined } });
        if (method === 'HEAD') expect([refused.status, refused.text]).toEqual([405, '']);
        else expectHttpError(refused, 405);
        expect(refused.headers.allow).toBe(allow);
      }
      const options = await send('OPTIONS', path, { headers: { authorization: undefined } });
      expect([options.status, options.headers.allow]).toEqual([204, allow]);
    }
  });

  it('of tunnels are refused, and upgrade requests are answered like others', async () => {
    const tunnel = await sendRaw(app, 'CONNECT books:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(tunnel).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-of-every-answer: yes[\s\S]*"errors":null/);
    const headers = { connection: 'upgrade', upgrade: 'websocket' };
    expect((await send('GET', '/v1/books', { headers })).status).toBe(200);
  });

  it('without parameters take precedence over those with parameters', async () => {
    expectHttpError(await send('PUT', '/v1/books/export', { body: { title: 'x' } }), 405);
  });
});

describe('raw connections', () => {
  const expectRaw = (answer: string, status: number): void => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(head.toLowerCase()).toContain('cache-control: no-store');
    expect(head.toLowerCase()).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(head.toLowerCase()).toContain('x-of-every-answer: yes');
    expect(JSON.parse(body)).toEqual(httpErrorBody);
  };

  it.each([
    ['garbage', 'garbage\r\n\r\n', 400],
    ['an unknown verb', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['two lengths', 'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'length and chunks',
      'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no host', 'GET /v1/titles HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an unmet expectation',
      'POST /v1/books HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      417,
    ],
  ])('with %s get the expected error body', async (_, bytes, status) => {
    expectRaw(await sendRaw(app, bytes), status);
  });

  it.each([
    ['garbage', '\0\r\n\r\n'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('with %s behind a write get the answer to the write', async (_, bytes) => {
    const write = '{"title":"x"}';
    const answer = await sendRaw(
      app,
      `POST /v1/books HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer reader\r\nContent-Type: application/json\r\nContent-Length: ${write.length}\r\n\r\n${write}${bytes}`,
    );
    // Where the write was answered before, what follows is refused by itself.
    const [first, ...others] = answer.match(/HTTP\/1\.1 \d+/g) ?? [];
    expect(first).toBe('HTTP/1.1 201');
    expect(['', 'HTTP/1.1 431']).toContain(others.join());
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('that are too slow are closed with 408', async () => {
    const slow = await startLibrary({}, undefined, {
      headers: OF_EVERY_ANSWER,
      requestTimeout: 300,
      headersTimeout: 200,
    });
    expectRaw(await sendRaw(slow, 'GET /v1/titles HTTP/1.1\r\nHost: x\r\n'), 408);
    expectRaw(
      await sendRaw(
        slow,
        'POST /v1/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      ),
      408,
    );
    await slow.close();
  });

  it('are answered when in flight while the server closes, and end their connections', async () => {
    const { leaving, arrived, release } = await startWaiting();
    const [closing, request] = [Promise.withResolvers<string>(), 'GET /v1/titles HTTP/1.1\r\nHost: x\r\n\r\n'];
    const received = sendRaw(leaving, request, closing.promise);
    await arrived;
    const closed = leaving.close();
    // A request after the last answer is not executed.
    closing.resolve(request);
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    const [first = '', ...others] = (await received).split(/(?=HTTP\/1\.1 )/);
    expect(first).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    expect(others).toEqual([]);
    await closed;
  });

  it('that arrive while the server closes are answered, and end their connections', async () => {
    const leaving = await startLibrary({}, undefined, { headers: OF_EVERY_ANSWER, linger: 1_000 });
    const [first, next] = [Promise.withResolvers<string>(), 'GET /v1/titles HTTP/1.1\r\nHost: x\r\n\r\n'];
    const received = sendRaw(leaving, next, first.promise);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const closed = leaving.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    first.resolve(next);
    const answers = (await received).split(/(?=HTTP\/1\.1 )/);
    expect(answers[0]).toMatch(/^HTTP\/1\.1 200 /);
    expect(answers[0]).not.toMatch(/\r\nconnection: close\r\n/i);
    expect(answers[1]).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    await closed;
  });

  it('without a request do not keep the server from closing', async () => {
    const leaving = await startLibrary();
    const received = sendRaw(leaving, '');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await leaving.close();
    expect(await received).toBe('');
  });

  it('receive one answer, also when the rest of the request never arrives', async () => {
    const slow = await startLibrary({}, undefined, { requestTimeout: 300, headersTimeout: 100 });
    const received = await sendRaw(slow, 'POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
    await slow.close();
  });
});

/** A server that answers its requests only after `release` is called. */
async function startWaiting() {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const context = async () => {
    arrived.resolve();
    await released.promise;
    return { name: 'x' };
  };
  const leaving = await startLibrary({ context }, undefined, { headers: OF_EVERY_ANSWER });
  return { leaving, arrived: arrived.promise, release: released.resolve };
}

it('ignores a request id and an address sent by the client', async () => {
  const { headers } = await send('GET', '/v1/titles', {
    headers: { 'x-request-id': 'mine', 'request-id': 'mine', 'x-forwarded-for': '6.6.6.6' },
  });
  expect(headers['x-request-id']).toEqual(uuid);
});

it('survives an upload that breaks off', async () => {
  const lines: string[] = [];
  const watched = await startLibrary({}, (line) => lines.push(line));
  const request = clientOf(watched)('POST', '/v1/tokens', { raw: '{', headers: { 'content-length': 99 } }).catch(
    () => undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, 30));
  watched.server.closeAllConnections();
  await request;
  expect((await clientOf(watched)('GET', '/v1/titles')).status).toBe(200);
  expect(lines).toEqual([]);
  await watched.close();
});

import { once } from 'node:events';
import { get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownEtag, sendPlain } from './compression.ts';
import { createServer } from './server.ts';

const LARGE = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Tour ${id * 7_919}` })));
const MEDIUM = LARGE.slice(0, 4_000);
const SMALL = LARGE.slice(0, 1_023);

const DECODED: Record<string, (body: Buffer) => Buffer> = {
  zstd: (body) => zstdDecompressSync(body),
  gzip: (body) => gunzipSync(body),
};

const json = (reply: FastifyReply) => reply.type('application/json; charset=utf-8');

let app: FastifyInstance;
let events: PassThrough;

beforeAll(async () => {
  app = createServer();
  for (const [path, body] of Object.entries({ '/large': LARGE, '/medium': MEDIUM, '/small': SMALL })) {
    app.get(path, async (_request, reply) => json(reply).send(body));
    app.get(`${path}/bytes`, async (_request, reply) => json(reply).send(Buffer.from(body)));
  }
  app.get('/tagged', async (request, reply) => {
    const known = knownEtag(request, '"7.h"');
    if (known !== undefined) return reply.code(304).header('etag', known).send();
    return json(reply.header('etag', '"7.h"').header('vary', 'X-Lang')).send(LARGE);
  });
  app.get('/secret', async (request, reply) => {
    sendPlain(request);
    return json(reply).send(LARGE);
  });
  app.get('/file', async (_request, reply) => reply.type('application/pdf').send(Buffer.from(LARGE)));
  app.get('/coded', async (_request, reply) => json(reply).header('content-encoding', 'br').send(LARGE));
  app.get('/sized', async (_request, reply) => json(reply).header('content-length', LARGE.length).send(LARGE));
  app.get('/stream', async (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(Readable.from(Array.from({ length: 50 }, () => LARGE))),
  );
  app.get('/web', async (_request, reply) => json(reply).send(new Blob([LARGE]).stream()));
  app.get('/broken', async (request, reply) => {
    const { headers } = request;
    async function* parts() {
      for (let part = 0; part < Number(headers['x-parts']); part += 1) yield LARGE;
      throw new Error('the rest is lost');
    }
    return reply.type('text/csv; charset=utf-8').send(Readable.from(parts()));
  });
  app.get('/events', async (_request, reply) => {
    events = new PassThrough();
    events.write('data: 1\n\n');
    return reply.type('text/event-stream').send(events);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = app.server.address() as AddressInfo;
  const request = get({ port, path, headers, method });
  const [answer] = await once(request, 'response');
  return { answer, headers: answer.headers as IncomingHttpHeaders, status: answer.statusCode as number, request };
}

async function read(path: string, acceptEncoding?: string, more: Record<string, string> = {}, method = 'GET') {
  const own = acceptEncoding === undefined ? more : { 'accept-encoding': acceptEncoding, ...more };
  const { answer, headers, status } = await open(path, own, method);
  const body = await buffer(answer);
  const coding = headers['content-encoding'];
  return {
    status,
    headers,
    coding,
    body,
    text: String(body.length > 0 ? (DECODED[coding ?? '']?.(body) ?? body) : ''),
  };
}

describe('the coding of an answer', () => {
  it.each([
    ['zstd', 'zstd'],
    ['gzip, deflate', 'gzip'],
    ['br, gzip, deflate, zstd', 'zstd'],
    ['*', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['zstd;q=0.2, gzip;q=0.8', 'gzip'],
    ['zstd;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['br', undefined],
    ['gzip;q=x', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is for %j: %j', async (accepted, expected) => {
    for (const path of ['/large', '/large/bytes', '/medium', '/medium/bytes', '/stream', '/web', '/sized']) {
      const { headers, coding, text } = await read(path, accepted);
      expect([path, coding, headers.vary]).toEqual([path, expected, 'Accept-Encoding']);
      const plain = path.startsWith('/medium') ? MEDIUM : LARGE;
      expect(text).toBe(path === '/stream' ? plain.repeat(50) : plain);
    }
  });

  it('makes it a quarter of its size at most', async () => {
    for (const coding of ['zstd', 'gzip']) {
      expect((await read('/large', coding)).body.length).toBeLessThan(LARGE.length / 4);
    }
  });

  it('is none for small bodies, files, secrets, and bodies that have one', async () => {
    for (const path of ['/small', '/small/bytes', '/file', '/secret']) {
      const { coding, text } = await read(path, 'zstd, gzip');
      expect([path, coding, text.length]).toEqual([path, undefined, path.startsWith('/small') ? 1_023 : LARGE.length]);
    }
    expect((await read('/coded', 'zstd')).coding).toBe('br');
    for (const accepted of ['zstd', 'identity'])
      expect((await read('/secret', accepted)).headers['cache-control']).toBe('no-store, no-transform');
    const refused = await read('/nothing', 'zstd');
    expect([refused.status, refused.coding]).toEqual([404, undefined]);
  });

  it('is the same for HEAD', async () => {
    const { headers } = await read('/large', 'gzip');
    const head = await read('/large', 'gzip', {}, 'HEAD');
    expect([head.body.length, head.coding, head.headers['content-length']]).toEqual([
      0,
      'gzip',
      headers['content-length'],
    ]);
  });
});

describe('the ETag', () => {
  it('is that of the plain answer with the coding as its suffix', async () => {
    const tags = ['zstd', 'gzip', 'identity'].map(async (coding) => (await read('/tagged', coding)).headers.etag);
    expect(await Promise.all(tags)).toEqual(['"7.h-zstd"', '"7.h-gzip"', '"7.h"']);
    expect((await read('/tagged', 'zstd')).headers.vary).toBe('X-Lang, Accept-Encoding');
  });

  it.each([
    ['"7.h-zstd"', 'zstd', '"7.h-zstd"'],
    ['"7.h-gzip"', 'zstd, gzip', '"7.h-gzip"'],
    ['"7.h"', 'gzip', '"7.h"'],
    ['"8.h-gzip", W/"7.h-gzip"', 'gzip', '"7.h-gzip"'],
    ['*', 'gzip', '"7.h"'],
    ['"7.h-zstd"', 'gzip', undefined],
    ['"7.h-gzip"', 'identity', undefined],
    ['"7.h-br"', 'br, gzip', undefined],
    ['"8.h-gzip"', 'gzip', undefined],
  ])('%s with Accept-Encoding %s is known as %j', async (ifNoneMatch, accepted, known) => {
    const { status, headers, body } = await read('/tagged', accepted, { 'if-none-match': ifNoneMatch });
    if (known === undefined) expect([status, headers.etag === ifNoneMatch]).toEqual([200, false]);
    else expect([status, headers.etag, headers.vary, body.length]).toEqual([304, known, 'Accept-Encoding', 0]);
  });
});

describe('a stream', () => {
  it.each([
    ['zstd', createZstdDecompress],
    ['gzip', createGunzip],
  ])('of events arrives event by event: %s', async (coding, decompress) => {
    const { answer, headers } = await open('/events', { 'accept-encoding': coding });
    expect(headers['content-encoding']).toBe(coding);
    const texts = answer.pipe(decompress()).setEncoding('utf8');
    expect(await once(texts, 'data')).toEqual(['data: 1\n\n']);
    events.write('data: 2\n\n');
    expect(await once(texts, 'data')).toEqual(['data: 2\n\n']);
    events.end();
    await once(texts, 'end');
  });

  it('ends at its source when the client leaves', async () => {
    const { request } = await open('/events', { 'accept-encoding': 'zstd' });
    request.destroy();
    await expect(once(events, 'end')).rejects.toThrow('Premature close');
  });

  it.each([
    ['zstd', createZstdDecompress],
    ['gzip', createGunzip],
    ['identity', () => new PassThrough()],
  ])('that fails right after a part has sent this part: %s', async (coding, decompress) => {
    const { answer, status } = await open('/broken', { 'accept-encoding': coding, 'x-parts': '1' });
    expect(status).toBe(200);
    const texts = decompress().setEncoding('utf8');
    let text = '';
    texts.on('data', (more) => {
      text += more;
    });
    const failed = once(answer, 'error');
    answer.pipe(texts);
    expect(String(await failed)).toContain('aborted');
    await expect.poll(() => text).toBe(LARGE);
  });

  it.each(['zstd', 'gzip'])('that fails is cut off, or a plain error where nothing was sent: %s', async (coding) => {
    const { answer } = await open('/broken', { 'accept-encoding': coding, 'x-parts': '50' });
    await expect(buffer(answer)).rejects.toThrow('aborted');
    const { status, headers, body } = await read('/broken', coding, { 'x-parts': '0' });
    expect([status, headers['content-encoding'], JSON.parse(String(body))]).toMatchObject([
      500,
      undefined,
      { status: 500 },
    ]);
  });
});

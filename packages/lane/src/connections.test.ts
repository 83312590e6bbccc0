import { once } from 'node:events';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { boundConnections, SmallChunks } from './connections.ts';

let server: Server;
/** Errors of `clientError`. */
let refused: Error[];

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function start(listener: RequestListener): Promise<void> {
  refused = [];
  server = createServer(listener);
  server.on('clientError', (error, socket) => {
    refused.push(error);
    socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\nConnection: close\r\n\r\n`);
  });
  boundConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function open(bytes = ''): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  return socket;
}

/** Everything that the server sends until it ends the connection. */
async function received(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (chunk) => {
    all += chunk;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.on('close', resolve));
  return all;
}

const get = (path: string | number, headers = '') => `GET /${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const many = (count: number) => Array.from({ length: count }, (_, index) => get(index));
const answersOf = (all: string) => all.match(/<\w+>/g) ?? [];

describe('requests of one connection', () => {
  it('begin in sequence, each in a separate tick, and are answered in order', async () => {
    const turns: number[] = [];
    let turn = 0;
    let running = 0;
    let max = 0;
    await start(async (request, response) => {
      turns.push(turn);
      running += 1;
      max = Math.max(max, running);
      // The first ones take longest; some are answered immediately.
      const wait = 20 - Number(request.url?.slice(1));
      if (wait > 15) await sleep(wait);
      running -= 1;
      response.end(`<${request.url?.slice(1)}>`);
    });
    const counting = setInterval(() => {}, 1_000);
    const count = () => {
      turn += 1;
      if (counting.hasRef()) setImmediate(count);
    };
    count();
    const all = await received(open(`${many(19).join('')}${get(19, 'Connection: close\r\n')}`));
    counting.unref();
    expect(answersOf(all)).toEqual(Array.from({ length: 20 }, (_, index) => `<${index}>`));
    expect(max).toBe(1);
    expect(new Set(turns).size).toBe(20);
  });

  it('end the connection after the answers to 20 waiting requests, and ignore all further bytes', async () => {
    const begun: string[] = [];
    await start(async (request, response) => {
      begun.push(`${request.url}`);
      await sleep(5);
      response.end(`<${request.url?.slice(1)}>`);
    });
    const socket = open(many(2_000).join(''));
    const all = received(socket);
    await sleep(10);
    socket.write('what no parser can read\r\n\r\n');
    expect(answersOf(await all)).toEqual(Array.from({ length: 21 }, (_, index) => `<${index}>`));
    expect(begun).toHaveLength(21);
    expect(refused).toEqual([]);
    // There is no limit for a client that waits for answers.
    const patient = open();
    const answers = received(patient);
    for (let index = 0; index < 30; index += 1) {
      patient.write(many(2).join(''));
      await sleep(15);
    }
    patient.write(get('last', 'Connection: close\r\n'));
    expect(answersOf(await answers)).toHaveLength(61);
  });

  it('do not begin after the client has disconnected, or after an answer that closes the connection', async () => {
    const begun: string[] = [];
    const first = Promise.withResolvers<void>();
    await start(async (request, response) => {
      begun.push(`${request.url}`);
      if (request.url === '/slow') await first.promise;
      if (request.url === '/end') response.setHeader('Connection', 'close');
      response.end('<done>');
    });
    const socket = open(`${get('slow')}${get('left')}`);
    await expect.poll(() => begun).toEqual(['/slow']);
    socket.destroy();
    await sleep(20);
    first.resolve();
    expect(answersOf(await received(open(`${get('end')}${get('behind')}`)))).toEqual(['<done>']);
    expect(begun).toEqual(['/slow', '/end']);
  });

  it('may have bodies, an Expect header, or a method whose answer has no body', async () => {
    await start(async (request, response) => {
      const body = await text(request);
      response.end(`<${request.method}${body}>`);
    });
    const post = (body: string, headers = '') =>
      `POST / HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
    const big = 'b'.repeat(300_000);
    const requests = [
      post('a'),
      post('c', 'Expect: 100-continue\r\n'),
      'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n',
      post(big),
      get('', 'Connection: close\r\n'),
    ];
    const all = await received(open(requests.join('')));
    expect(answersOf(all)).toEqual(['<POSTa>', '<POSTc>', `<POST${big}>`, '<GET>']);
    expect(all.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual([
      '200',
      '100',
      '200',
      '200',
      '200',
      '200',
    ]);
  });
});

describe('a body in chunks', () => {
  const head = (path = '') => `POST /${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n`;
  const chunks = (count: number, size = 1) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`.repeat(count);
  const sent = (body: string, path = '') => `${head(path)}Connection: close\r\n\r\n${body}0\r\n\r\n`;

  it.each([
    ['1,000 of 1 byte', chunks(1_000), 1_000],
    ['5,000 of 100 bytes', chunks(5_000, 100), 500_000],
    ['large ones first', `${chunks(1, 1_000_000)}${chunks(10_000)}`, 1_010_000],
  ])('is read with chunks: %s', async (_what, body, length) => {
    await start(async (request, response) => response.end(`<${(await text(request)).length}>`));
    expect(answersOf(await received(open(sent(body))))).toEqual([`<${length}>`]);
  });

  it.each([
    ['1 byte', chunks(1_001)],
    ['1 byte, in a million chunks', chunks(1_000_000)],
    ['63 bytes', chunks(2_000, 63)],
  ])('is refused with too many chunks of %s, and the rest is not read', async (_what, body) => {
    let bytes = 0;
    let isOver = false;
    await start((request, response) => {
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('end', () => response.end('<read>'));
      request.on('close', () => {
        isOver = true;
      });
      request.on('error', () => {});
    });
    expect(await received(open(sent(body)))).toMatch(/^HTTP\/1\.1 400 /);
    expect(refused).toEqual([expect.any(SmallChunks)]);
    expect(bytes).toBeLessThanOrEqual(1_000 * 63);
    await expect.poll(() => isOver).toBe(true);
  });

  it('ends its connection without an error after its own answer or before another one', async () => {
    const held = Promise.withResolvers<void>();
    await start(async (request, response) => {
      if (request.url === '/held') await held.promise;
      response.end('<answered>');
    });
    const early = open(`${head()}\r\n`);
    const all = received(early);
    await once(early, 'data');
    early.write(chunks(200_000));
    expect(answersOf(await all)).toEqual(['<answered>']);
    expect(await received(open(`${get('held')}${sent(chunks(2_000))}`))).toBe('');
    held.resolve();
    expect(refused).toEqual([]);
  });

  it('is counted separately from other bodies of the connection', async () => {
    await start(async (request, response) => response.end(`<${(await text(request)).length}>`));
    const one = `${head()}\r\n${chunks(900)}0\r\n\r\n`;
    expect(answersOf(await received(open(`${one}${one}${sent(chunks(900))}`)))).toEqual(['<900>', '<900>', '<900>']);
  });
});

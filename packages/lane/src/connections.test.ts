import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { boundConnections, endUnreadable } from './connections.ts';
import type { Parser } from './pieces.ts';

let server: Server;
/** Errors of `clientError` that were answered. */
let refused: Error[];

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function start(listener: RequestListener, options: ServerOptions = {}): Promise<void> {
  refused = [];
  // A connection that the server does not end stays open for longer than a test.
  server = createServer({ keepAliveTimeout: 60_000, ...options }, listener);
  server.on('clientError', (error, socket: Socket) => {
    if (!endUnreadable(error, socket)) return;
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

const connectionsOf = (one: Server) => promisify(one.getConnections.bind(one))();

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

describe('a request that cannot be read', () => {
  const chunked = 'POST /cut HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  const unreadable = [
    ['garbage', '\0\r\n\r\n'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a tunnel and more', `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${get('late')}`],
    ['large headers', get('late', `X: ${'x'.repeat(20_000)}\r\n`)],
    ['a body in malformed chunks', `${chunked}1\r\na\r\nz\r\n`],
  ] as const;

  it.each(unreadable)('leaves the answers before it: %s', async (_what, bytes) => {
    for (const before of [1, 2, 3]) {
      const begun: string[] = [];
      await start(async (request, response) => {
        begun.push(`${request.url}`);
        await text(request);
        await sleep(5);
        response.end(`<${request.url?.slice(1)}>`);
      });
      const answers = Array.from({ length: before }, (_, index) => `<${index}>`);
      const all = await received(open(`${many(before).join('')}${bytes}`));
      expect(answersOf(all)).toEqual(answers);
      expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(answers.map(() => 'HTTP/1.1 200'));
      expect(begun).toHaveLength(before);
      server.close();
    }
    expect(refused).toEqual([]);
  });

  it.each(unreadable)('leaves the rest of an answer that has begun: %s', async (_what, bytes) => {
    await start(async (_request, response) => {
      response.write('<begun>');
      await sleep(20);
      response.end('<ended>');
    });
    const socket = open(get('x'));
    const all = received(socket);
    await once(socket, 'data');
    socket.write(bytes);
    expect(answersOf(await all)).toEqual(['<begun>', '<ended>']);
    expect(refused).toEqual([]);
  });

  it.each(unreadable)('receives an error if nothing else is pending: %s', async (_what, bytes) => {
    await start((request, response) => {
      request.on('error', () => {});
      request.on('end', () => response.end('<done>')).resume();
    });
    expect((await received(open(bytes))).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    const socket = open(get('x'));
    const all = received(socket);
    await once(socket, 'data');
    socket.write(bytes);
    expect((await all).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(refused).toHaveLength(2);
  });

  it('receives no error after its own answer', async () => {
    await start((request, response) => {
      request.on('error', () => {});
      response.end('<early>');
    });
    const socket = open(chunked);
    const all = received(socket);
    await once(socket, 'data');
    socket.write('z\r\n');
    expect((await all).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(refused).toEqual([]);
  });

  it('ends the connection after the pending answer if it does not arrive in time', async () => {
    const isOver = Promise.withResolvers<void>();
    await start(
      async (_request, response) => {
        await isOver.promise;
        response.end('<slow>');
      },
      { headersTimeout: 40, requestTimeout: 40, connectionsCheckingInterval: 20 },
    );
    const timedOut = once(server, 'clientError');
    const all = received(open(`${get('x')}GET / HTTP/1.1\r\n`));
    expect(await timedOut).toMatchObject([{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, {}]);
    isOver.resolve();
    expect((await all).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(refused).toEqual([]);
  });
});

it('ends the connection after many requests that Node answers itself, with 417', async () => {
  await start((_request, response) => response.end('<done>'));
  const expecting = get('x', 'Expect: x\r\n').repeat(50);
  expect(await received(open(expecting))).toMatch(/^HTTP\/1\.1 417 /);
  expect(await received(open(`${get('y')}${expecting}`))).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 417 /);
});

it('sends a 417 of Node before the connection ends for bytes that cannot be read', async () => {
  await start(async (_request, response) => {
    await sleep(5);
    response.end('<done>');
  });
  const all = await received(open(`${get('x')}${get('y', 'Expect: x\r\n')}\0\r\n\r\n`));
  expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 417']);
});

describe('a body in small pieces', () => {
  const head = (path = '') => `POST /${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n`;
  const chunks = (count: number, size = 1) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`.repeat(count);
  const sent = (body: string) => `${head()}Connection: close\r\n\r\n${body}0\r\n\r\n`;

  it.each([
    ['1 byte', chunks(1_000), 1_000, 1],
    ['1 byte, a hundred thousand', chunks(100_000), 100_000, 25],
    ['64 bytes', chunks(16_000, 64), 1_024_000, 300],
    ['63 bytes', chunks(2_000, 63), 126_000, 40],
    ['1 byte after a large one', `${chunks(1, 1_000_000)}${chunks(4_000)}`, 1_004_000, 250],
    ['a few bytes between large ones', `${chunks(1)}${chunks(1, 5_000)}`.repeat(40), 200_040, 140],
  ])('is read with chunks of %s, in few pieces', async (_what, body, length, most) => {
    let pieces = 0;
    await start((request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        pieces += 1;
        bytes += piece.length;
      });
      request.on('end', () => response.end(`<${bytes}>`));
    });
    expect(answersOf(await received(open(sent(body))))).toEqual([`<${length}>`]);
    expect(pieces).toBeLessThanOrEqual(most);
  });

  it('has its bytes in order, whatever their pieces and its reader', async () => {
    const body = Array.from({ length: 60_000 }, (_, index) => `${index},`).join('');
    let at = 0;
    let inChunks = '';
    for (let size = 1; at < body.length; size = (size * 7) % 9_001) {
      const piece = body.slice(at, at + size);
      inChunks += `${piece.length.toString(16)}\r\n${piece}\r\n`;
      at += size;
    }
    await start(async (request, response) => {
      let all = '';
      if (request.url === '/paused') await sleep(50);
      for await (const piece of request) {
        all += piece;
        if (request.url === '/slow') await sleep(1);
      }
      response.end(all === body ? '<same>' : '<other>');
    });
    const requests = ['', 'paused', 'slow'].map((path) => `${head(path)}\r\n${inChunks}0\r\n\r\n`);
    const all = await received(open(`${requests.join('')}${get('', 'Connection: close\r\n')}`));
    expect(answersOf(all)).toEqual(['<same>', '<same>', '<same>', '<other>']);
  });

  it('may arrive byte by byte', async () => {
    await start(async (request, response) => response.end(`<${(await text(request)).length}>`));
    const socket = open();
    socket.setNoDelay(true);
    const all = received(socket);
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1200\r\n\r\n');
    for (let index = 0; index < 1_200; index += 1) {
      socket.write('x');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answersOf(await all)).toEqual(['<1200>']);
  });

  /** Counts the pieces of bodies that are parsed in each turn of the event loop, and the turns that accept a client. */
  const countTurns = () => {
    const turns: { pieces: number; isConnecting: boolean }[] = [{ pieces: 0, isConnecting: false }];
    const counted = new Set<Parser>();
    const now = () => turns.at(-1) ?? { pieces: 0, isConnecting: false };
    server.on('connection', (socket) => {
      now().isConnecting = true;
      const parser: Parser = Reflect.get(socket, 'parser');
      if (counted.has(parser)) return;
      counted.add(parser);
      const { kOnBody } = parser.constructor;
      const onBody = parser[kOnBody] as (piece: Buffer) => void;
      parser[kOnBody] = (piece: Buffer) => {
        now().pieces += 1;
        onBody.call(parser, piece);
      };
    });
    const counting = () => {
      turns.push({ pieces: 0, isConnecting: false });
      if (server.listening) setImmediate(counting);
    };
    counting();
    return turns;
  };
  const allOpen = async (count: number) => {
    while ((await connectionsOf(server)) < count) await sleep(1);
  };
  // A chunk of one byte has six; the bytes of two turns may be read between two counts.
  const mostOf = (bytes: number) => (2 * bytes) / 6;

  it('shares each turn of the event loop with all other connections', async () => {
    await start((request, response) => request.on('end', () => response.end('<read>')).resume());
    const turns = countTurns();
    const answered: number[] = [];
    const requests = [
      ...Array.from({ length: 50 }, () => sent(chunks(3_900))),
      get('', 'Connection: close\r\n'),
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`,
    ];
    const sockets = requests.map(() => open());
    const all = sockets.map(async (socket, index) => {
      const answers = answersOf(await received(socket));
      answered.push(index);
      return answers;
    });
    await allOpen(52);
    for (const [index, socket] of sockets.entries()) socket.write(requests[index] ?? '');
    expect((await Promise.all(all)).flat()).toEqual(sockets.map(() => '<read>'));
    expect(turns.reduce((sum, { pieces }) => sum + pieces, 0)).toBeGreaterThanOrEqual(50 * 3_900);
    expect(Math.max(...turns.map(({ pieces }) => pieces))).toBeLessThanOrEqual(mostOf(32_768));
    expect(answered.indexOf(50)).toBeLessThan(25);
    expect(answered.indexOf(51)).toBeLessThan(25);
  });

  it('leaves time to accept clients, one in each turn', async () => {
    await start((request, response) => request.on('end', () => response.end('<read>')).resume());
    const turns = countTurns();
    const sockets = Array.from({ length: 20 }, () => open());
    await allOpen(20);
    const all = sockets.map((socket) => received(socket));
    for (const socket of sockets) socket.write(sent(chunks(10_000)));
    while (!turns.some(({ pieces }) => pieces > 0)) await sleep(1);
    let accepted = 0;
    server.on('connection', () => {
      accepted += 1;
    });
    const others = Array.from({ length: 60 }, () => open());
    while (accepted < 60) await sleep(1);
    for (const socket of others) socket.destroy();
    expect((await Promise.all(all)).flatMap(answersOf)).toEqual(sockets.map(() => '<read>'));
    const afterClients = turns.filter((_, index) => turns[index - 1]?.isConnecting && turns[index - 2]?.isConnecting);
    expect(Math.max(...afterClients.map(({ pieces }) => pieces))).toBeLessThanOrEqual(mostOf(2_048));
  });
});

describe('a client that goes on sending', () => {
  const more = Buffer.alloc(4_000_000, 'x');
  const openHalf = (bytes: string) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(bytes);
    return socket;
  };

  it.each([
    ['what cannot be read', '\0\r\n\r\n', 'HTTP/1.1 400'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'HTTP/1.1 400'],
    ['a body after its answer', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n', 'HTTP/1.1 413'],
  ])('receives the answer and no reset: %s', async (_what, bytes, status) => {
    await start((request, response) => {
      request.on('error', () => {});
      response.writeHead(413, { Connection: 'close' }).end('<large>');
    });
    const errors: Error[] = [];
    const socket = openHalf(bytes);
    socket.on('error', (error) => errors.push(error));
    const all = received(socket);
    socket.write(more.subarray(0, 1_000_000));
    await once(socket, 'end');
    socket.end(more.subarray(1_000_000));
    expect(await all).toMatch(new RegExp(`^${status}`));
    expect(errors).toEqual([]);
  });

  it('is disconnected when a body goes on after its answer, and not for a short rest', async () => {
    await start((_request, response) => response.end('<early>'));
    const heads = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
    const patient = open(heads(4_000));
    const answers = received(patient);
    await once(patient, 'data');
    patient.write(more.subarray(0, 4_000));
    await sleep(50);
    patient.end(get('x', 'Connection: close\r\n'));
    expect(answersOf(await answers)).toEqual(['<early>', '<early>']);
    const endless = open(heads(4_000_000));
    const answer = received(endless);
    await once(endless, 'data');
    endless.write(more.subarray(0, 100_000));
    expect(answersOf(await answer)).toEqual(['<early>']);
  });

  it('is disconnected some time after the end of the answers', async () => {
    await start((_request, response) => response.writeHead(200, { Connection: 'close' }).end('<ended>'));
    const socket = openHalf(get('x'));
    const all = received(socket);
    await once(socket, 'end');
    const sending = setInterval(() => socket.write('x'), 50);
    expect(answersOf(await all)).toEqual(['<ended>']);
    clearInterval(sending);
  });
});

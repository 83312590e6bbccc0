import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Parser } from './pieces.ts';
import { answersOf, get, open, received, start } from './testing/connections.ts';

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
    const { server } = await start((request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        pieces += 1;
        bytes += piece.length;
      });
      request.on('end', () => response.end(`<${bytes}>`));
    });
    expect(answersOf(await received(open(server, sent(body))))).toEqual([`<${length}>`]);
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
    const { server } = await start(async (request, response) => {
      let all = '';
      if (request.url === '/paused') await sleep(50);
      for await (const piece of request) {
        all += piece;
        if (request.url === '/slow') await sleep(1);
      }
      response.end(all === body ? '<same>' : '<other>');
    });
    const requests = ['', 'paused', 'slow'].map((path) => `${head(path)}\r\n${inChunks}0\r\n\r\n`);
    const all = await received(open(server, `${requests.join('')}${get('', 'Connection: close\r\n')}`));
    expect(answersOf(all)).toEqual(['<same>', '<same>', '<same>', '<other>']);
  });

  it('may arrive byte by byte', async () => {
    const { server } = await start(async (request, response) => response.end(`<${(await text(request)).length}>`));
    const socket = open(server);
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
  const countTurns = (server: Server) => {
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
  const allOpen = async (server: Server, count: number) => {
    const connections = promisify(server.getConnections.bind(server));
    while ((await connections()) < count) await sleep(1);
  };
  // A chunk of one byte has six; the bytes of two turns may be read between two counts.
  const mostOf = (bytes: number) => (2 * bytes) / 6;

  it('shares each turn of the event loop with all other connections', async () => {
    const { server } = await start((request, response) => request.on('end', () => response.end('<read>')).resume());
    const turns = countTurns(server);
    const answered: number[] = [];
    const requests = [
      ...Array.from({ length: 50 }, () => sent(chunks(3_900))),
      get('', 'Connection: close\r\n'),
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`,
    ];
    const sockets = requests.map(() => open(server));
    const all = sockets.map(async (socket, index) => {
      const answers = answersOf(await received(socket));
      answered.push(index);
      return answers;
    });
    await allOpen(server, 52);
    for (const [index, socket] of sockets.entries()) socket.write(requests[index] ?? '');
    expect((await Promise.all(all)).flat()).toEqual(sockets.map(() => '<read>'));
    expect(turns.reduce((sum, { pieces }) => sum + pieces, 0)).toBeGreaterThanOrEqual(50 * 3_900);
    expect(Math.max(...turns.map(({ pieces }) => pieces))).toBeLessThanOrEqual(mostOf(32_768));
    expect(answered.indexOf(50)).toBeLessThan(25);
    expect(answered.indexOf(51)).toBeLessThan(25);
  });

  it('leaves time to accept clients, one in each turn', async () => {
    const { server } = await start((request, response) => request.on('end', () => response.end('<read>')).resume());
    const turns = countTurns(server);
    const sockets = Array.from({ length: 20 }, () => open(server));
    await allOpen(server, 20);
    const all = sockets.map((socket) => received(socket));
    for (const socket of sockets) socket.write(sent(chunks(10_000)));
    while (!turns.some(({ pieces }) => pieces > 0)) await sleep(1);
    let accepted = 0;
    server.on('connection', () => {
      accepted += 1;
    });
    const others = Array.from({ length: 60 }, () => open(server));
    while (accepted < 60) await sleep(1);
    for (const socket of others) socket.destroy();
    expect((await Promise.all(all)).flatMap(answersOf)).toEqual(sockets.map(() => '<read>'));
    const afterClients = turns.filter((_, index) => turns[index - 1]?.isConnecting && turns[index - 2]?.isConnecting);
    expect(Math.max(...afterClients.map(({ pieces }) => pieces))).toBeLessThanOrEqual(mostOf(2_048));
  });
});

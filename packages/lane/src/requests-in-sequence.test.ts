import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answersOf, get, many, open, received, start } from './testing/connections.ts';

describe('requests of one connection', () => {
  it('begin in sequence, each in a separate tick, and are answered in order', async () => {
    const turns: number[] = [];
    let turn = 0;
    let running = 0;
    let max = 0;
    const { server } = await start(async (request, response) => {
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
    const all = await received(open(server, `${many(19).join('')}${get(19, 'Connection: close\r\n')}`));
    counting.unref();
    expect(answersOf(all)).toEqual(Array.from({ length: 20 }, (_, index) => `<${index}>`));
    expect(max).toBe(1);
    expect(new Set(turns).size).toBe(20);
  });

  it('end the connection after the answers to 20 waiting requests, and ignore all further bytes', async () => {
    const begun: string[] = [];
    const { server, refused } = await start(async (request, response) => {
      begun.push(`${request.url}`);
      await sleep(5);
      response.end(`<${request.url?.slice(1)}>`);
    });
    const socket = open(server, many(2_000).join(''));
    const all = received(socket);
    await sleep(10);
    socket.write('what no parser can read\r\n\r\n');
    expect(answersOf(await all)).toEqual(Array.from({ length: 21 }, (_, index) => `<${index}>`));
    expect(begun).toHaveLength(21);
    expect(refused).toEqual([]);
    // There is no limit for a client that waits for answers.
    const patient = open(server);
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
    const { server } = await start(async (request, response) => {
      begun.push(`${request.url}`);
      if (request.url === '/slow') await first.promise;
      if (request.url === '/end') response.setHeader('Connection', 'close');
      response.end('<done>');
    });
    const socket = open(server, `${get('slow')}${get('left')}`);
    await expect.poll(() => begun).toEqual(['/slow']);
    socket.destroy();
    await sleep(20);
    first.resolve();
    expect(answersOf(await received(open(server, `${get('end')}${get('behind')}`)))).toEqual(['<done>']);
    expect(begun).toEqual(['/slow', '/end']);
  });

  it('may have bodies, an Expect header, or a method whose answer has no body', async () => {
    const { server } = await start(async (request, response) => {
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
    const all = await received(open(server, requests.join('')));
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

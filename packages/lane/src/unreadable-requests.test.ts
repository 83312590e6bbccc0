import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answersOf, get, many, open, received, start } from './testing/connections.ts';

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
      const { server, refused } = await start(async (request, response) => {
        begun.push(`${request.url}`);
        await text(request);
        await sleep(5);
        response.end(`<${request.url?.slice(1)}>`);
      });
      const answers = Array.from({ length: before }, (_, index) => `<${index}>`);
      const all = await received(open(server, `${many(before).join('')}${bytes}`));
      expect(answersOf(all)).toEqual(answers);
      expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(answers.map(() => 'HTTP/1.1 200'));
      expect(begun).toHaveLength(before);
      expect(refused).toEqual([]);
    }
  });

  it.each(unreadable)('leaves the rest of an answer that has begun: %s', async (_what, bytes) => {
    const { server, refused } = await start(async (_request, response) => {
      response.write('<begun>');
      await sleep(20);
      response.end('<ended>');
    });
    const socket = open(server, get('x'));
    const all = received(socket);
    await once(socket, 'data');
    socket.write(bytes);
    expect(answersOf(await all)).toEqual(['<begun>', '<ended>']);
    expect(refused).toEqual([]);
  });

  it.each(unreadable)('receives an error if nothing else is pending: %s', async (_what, bytes) => {
    const { server, refused } = await start((request, response) => {
      request.on('error', () => {});
      request.on('end', () => response.end('<done>')).resume();
    });
    expect((await received(open(server, bytes))).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    const socket = open(server, get('x'));
    const all = received(socket);
    await once(socket, 'data');
    socket.write(bytes);
    expect((await all).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(refused).toHaveLength(2);
  });

  it('receives no error after its own answer', async () => {
    const { server, refused } = await start((request, response) => {
      request.on('error', () => {});
      response.end('<early>');
    });
    const socket = open(server, chunked);
    const all = received(socket);
    await once(socket, 'data');
    socket.write('z\r\n');
    expect((await all).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(refused).toEqual([]);
  });

  it('ends the connection after the pending answer if it does not arrive in time', async () => {
    const isOver = Promise.withResolvers<void>();
    const { server, refused } = await start(
      async (_request, response) => {
        await isOver.promise;
        response.end('<slow>');
      },
      { headersTimeout: 40, requestTimeout: 40, connectionsCheckingInterval: 20 },
    );
    const timedOut = once(server, 'clientError');
    const all = received(open(server, `${get('x')}GET / HTTP/1.1\r\n`));
    expect(await timedOut).toMatchObject([{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, {}]);
    isOver.resolve();
    expect((await all).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(refused).toEqual([]);
  });
});

it('ends the connection after many requests that Node answers itself, with 417', async () => {
  const { server } = await start((_request, response) => response.end('<done>'));
  const expecting = get('x', 'Expect: x\r\n').repeat(50);
  expect(await received(open(server, expecting))).toMatch(/^HTTP\/1\.1 417 /);
  expect(await received(open(server, `${get('y')}${expecting}`))).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 417 /);
});

it('sends a 417 of Node before the connection ends for bytes that cannot be read', async () => {
  const { server } = await start(async (_request, response) => {
    await sleep(5);
    response.end('<done>');
  });
  const all = await received(open(server, `${get('x')}${get('y', 'Expect: x\r\n')}\0\r\n\r\n`));
  expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 417']);
});

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answersOf, get, open, received, start } from './testing/connections.ts';

describe('a client that goes on sending', () => {
  const more = Buffer.alloc(4_000_000, 'x');

  it.each([
    ['what cannot be read', '\0\r\n\r\n', 'HTTP/1.1 400'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'HTTP/1.1 400'],
    ['a body after its answer', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n', 'HTTP/1.1 413'],
  ])('receives the answer and no reset: %s', async (_what, bytes, status) => {
    const { server } = await start((request, response) => {
      request.on('error', () => {});
      response.writeHead(413, { Connection: 'close' }).end('<large>');
    });
    const errors: Error[] = [];
    const socket = open(server, bytes, true);
    socket.on('error', (error) => errors.push(error));
    const all = received(socket);
    socket.write(more.subarray(0, 1_000_000));
    await once(socket, 'end');
    socket.end(more.subarray(1_000_000));
    expect(await all).toMatch(new RegExp(`^${status}`));
    expect(errors).toEqual([]);
  });

  it('is disconnected when a body goes on after its answer, and not for a short rest', async () => {
    const { server } = await start((_request, response) => response.end('<early>'));
    const heads = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
    const patient = open(server, heads(4_000));
    const answers = received(patient);
    await once(patient, 'data');
    patient.write(more.subarray(0, 4_000));
    await sleep(50);
    patient.end(get('x', 'Connection: close\r\n'));
    expect(answersOf(await answers)).toEqual(['<early>', '<early>']);
    const endless = open(server, heads(4_000_000));
    const answer = received(endless);
    await once(endless, 'data');
    endless.write(more.subarray(0, 100_000));
    expect(answersOf(await answer)).toEqual(['<early>']);
  });

  it('is disconnected some time after the end of the answers', async () => {
    const { server } = await start((_request, response) =>
      response.writeHead(200, { Connection: 'close' }).end('<ended>'),
    );
    const socket = open(server, get('x'), true);
    const all = received(socket);
    await once(socket, 'end');
    const sending = setInterval(() => socket.write('x'), 50);
    expect(answersOf(await all)).toEqual(['<ended>']);
    clearInterval(sending);
  });
});

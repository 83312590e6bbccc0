import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ClientMemory } from './client-memory.ts';

const MB = 1_048_576;
/** Bytes. More than the operating system buffers for a connection. */
const LARGE = Buffer.alloc(32 * MB);
const SECOND = 1_000;

let now = 0;
let cut: number[] = [];
let memory: ClientMemory;
let answer: (response: ServerResponse) => void;
let server: Server;

beforeAll(async () => {
  server = createServer((_request, response) => {
    memory.begin(response, '127.0.0.1');
    answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  now = 0;
  cut = [];
  memory = remembering(1_000 * MB);
  answer = (response) => response.end(LARGE);
});

const remembering = (max: number) =>
  new ClientMemory({ max, now: () => now, onCut: (unsent) => cut.push(Math.round(unsent / MB)) });

/** A client that sends requests and never reads the answers, once they have begun; with the server's responses. */
async function idler(requests = 1): Promise<{ client: Socket; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = [];
  const given = answer;
  const all = Promise.withResolvers<void>();
  answer = (response) => {
    given(response);
    if (responses.push(response) === requests) all.resolve();
  };
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1' }).pause();
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
  await all.promise;
  answer = given;
  return { client, responses };
}

const isOpen = ({ responses: [first] }: { responses: ServerResponse[] }) => first?.req.socket.destroyed === false;

describe('open answers', () => {
  it('are cut when their client has read nothing for 30 seconds', async () => {
    const slow = await idler();
    memory.sweep();
    now = 29 * SECOND;
    memory.sweep();
    expect(isOpen(slow)).toBe(true);
    now = 30 * SECOND;
    memory.sweep();
    expect(isOpen(slow)).toBe(false);
    expect(cut).toEqual([32]);
  });

  it('stay open as long as their client reads', async () => {
    const slow = await idler();
    memory.sweep();
    slow.client.resume();
    await once(slow.client, 'data');
    await expect.poll(() => slow.client.bytesRead, { interval: 1 }).toBeGreaterThan(8 * MB);
    slow.client.pause();
    now = 30 * SECOND;
    memory.sweep();
    expect(isOpen(slow)).toBe(true);
    expect(cut).toEqual([]);
  });

  it('stay open when nothing is left to send, as in a live view that waits for events', async () => {
    answer = (response) => void response.write(': hello\n\n');
    const view = await idler();
    await expect.poll(() => view.client.readyState).toBe('open');
    for (now = 0; now < 3_600 * SECOND; now += 60 * SECOND) memory.sweep();
    expect(isOpen(view)).toBe(true);
  });

  it('are bounded in total: the server cuts those without progress for longest', async () => {
    memory = remembering(80 * MB);
    const first = await idler();
    now = SECOND;
    const second = await idler();
    memory.sweep();
    expect([first, second].map(isOpen)).toEqual([true, true]);
    now = 2 * SECOND;
    const third = await idler();
    memory.sweep();
    expect([first, second, third].map(isOpen)).toEqual([false, true, true]);
    expect(cut).toEqual([32]);
  });

  it('include those that wait behind another one on their connection', async () => {
    memory = remembering(80 * MB);
    const slow = await idler(3);
    memory.sweep();
    expect(isOpen(slow)).toBe(false);
  });
});

describe('request bodies', () => {
  beforeEach(() => {
    memory = remembering(4 * MB);
    answer = () => {};
  });

  it('are refused to an address that uses half of the memory', async () => {
    const [[one], [other]] = [(await idler()).responses, (await idler()).responses] as [
      [ServerResponse],
      [ServerResponse],
    ];
    expect(memory.reserve(one, MB)).toBe(true);
    expect(memory.reserve(other, 2 * MB)).toBe(false);
    expect(memory.reserve(other, MB)).toBe(true);
    // A growing body is counted once.
    expect(memory.reserve(other, MB + 1)).toBe(false);
    expect(memory.reserve(other, 65_536)).toBe(true);
    expect(memory.bodies).toBe(2 * MB);
  });

  it('are admitted alone, however large', async () => {
    const [only] = (await idler()).responses as [ServerResponse];
    expect(memory.reserve(only, 64 * MB)).toBe(true);
  });

  it('are counted until the answer is sent', async () => {
    const [one] = (await idler()).responses as [ServerResponse];
    memory.reserve(one, MB);
    one.end();
    await once(one, 'close');
    expect(memory.bodies).toBe(0);
  });

  it('are not counted for a client that has disconnected', async () => {
    const { client, responses } = await idler(2);
    for (const response of responses) memory.reserve(response, MB);
    client.destroy();
    const swept = () => {
      memory.sweep();
      return memory.bodies;
    };
    await expect.poll(swept).toBe(0);
  });
});

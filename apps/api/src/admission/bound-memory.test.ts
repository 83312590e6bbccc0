import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, client, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

const KB = 1_024;
/** Milliseconds. Longer than a refusal takes, because a refusal is immediate. */
const SOON = 1_000;

let server: TestServer;
let authorization: string;
const serverWith = async (megabytes: string) => {
  server = await startServer({ world: 'demo', env: { CLIENT_MEMORY_MB: megabytes } });
  authorization = await bearerOf(server, 'admin');
  // Reads alone leave the client unconnected, and Prisma does not disconnect an unconnected client at the end.
  await server.services.db.$connect();
};
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends the beginning of a request; the rest only when the test sends it. */
function begun(lines: string[], body = ''): Socket {
  const { port } = new URL(server.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.on('error', () => {});
  sockets.push(socket);
  const head = [...lines, 'Host: localhost', 'Content-Type: application/json', `Authorization: ${authorization}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** The beginning of an answer that comes soon; an empty text if none comes. */
const answered = (socket: Socket): Promise<string> =>
  Promise.race([once(socket, 'data').then(([bytes]) => String(bytes)), sleep(SOON, '', { ref: false })]);

const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

/** Takes half of the memory, the share of one address, except for 112 KB. */
async function oneIsRead(): Promise<Socket> {
  const first = begun(['PUT /v1/orders HTTP/1.1', `Content-Length: ${400 * KB}`]);
  await once(first, 'connect');
  await sleep(200);
  return first;
}

/** Requests many lists on each of eight connections and reads no answer. @returns the server's ends of them */
async function readNothing(): Promise<Socket[]> {
  const list = `GET /v1/orders?per_page=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`;
  const connections: Socket[] = [];
  // The server buffers one answer of each connection; the operating system buffers the answers before it.
  while (connections.length < 8) {
    const connected = once(server.app.server, 'connection');
    begun(['GET /healthz HTTP/1.1'], list.repeat(20)).pause();
    connections.push((await connected)[0]);
  }
  return connections;
}

describe('with 1 MB for clients', () => {
  beforeAll(() => serverWith('1'), DEMO_TIMEOUT);
  afterAll(() => server.close());

  const REFUSED = /^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*"The service is busy, please try again\."/i;

  it('refuses bodies before they are read', async () => {
    await oneIsRead();
    for (const line of ['PUT /v1/orders', 'POST /graphql', 'POST /exports/orders']) {
      const other = begun([`${line} HTTP/1.1`, `Content-Length: ${200 * KB}`]);
      expect(await answered(other), line).toMatch(REFUSED);
    }
  });

  it('refuses a body of unknown length while it arrives', async () => {
    await oneIsRead();
    const lines = ['PUT /v1/orders HTTP/1.1', 'Transfer-Encoding: chunked'];
    expect(await answered(begun(lines, chunk(60 * KB)))).toBe('');
    expect(await answered(begun(lines, chunk(60 * KB) + chunk(140 * KB)))).toMatch(REFUSED);
  });

  it('admits bodies again once the other request has ended', async () => {
    const first = await oneIsRead();
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ note: 'x'.repeat(200 * KB) });
    const send = async () => (await fetch(`${server.url}/v1/orders`, { method: 'PUT', headers, body })).status;
    expect(await send()).toBe(503);
    first.destroy();
    await expect.poll(send).toBe(422);
  });

  it('admits small bodies, and answers 413 to a body over the size limit', async () => {
    await oneIsRead();
    const sent = (bytes: number) => begun(['PUT /v1/orders HTTP/1.1', `Content-Length: ${bytes}`], ' '.repeat(60 * KB));
    expect(await answered(sent(60 * KB))).toMatch(/^HTTP\/1\.1 422 /);
    expect(await answered(sent(2_000 * KB))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('cuts answers that their client does not read, and serves other clients', async () => {
    const connections = await readNothing();
    await expect.poll(() => connections.some(({ destroyed }) => destroyed)).toBe(true);
    expect((await (await client(server, 'partner')).get('/v1/orders/1')).status).toBe(200);
  });
});

describe('without a limit', () => {
  beforeAll(() => serverWith('0'), DEMO_TIMEOUT);
  afterAll(() => server.close());

  it('reads bodies concurrently', async () => {
    await oneIsRead();
    expect(await answered(begun(['PUT /v1/orders HTTP/1.1', `Content-Length: ${200 * KB}`]))).toBe('');
  });

  it('keeps answers that their client does not read', async () => {
    const connections = await readNothing();
    await sleep(4_000);
    expect(connections.some(({ destroyed }) => destroyed)).toBe(false);
  });
});

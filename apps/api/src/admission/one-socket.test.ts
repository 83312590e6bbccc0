import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT, shortestTurn, startProcess, type TestProcess } from '../testing/index.ts';

/* An anonymous client sends without waiting on one connection: it neither blocks the event loop nor fills the memory. */

let api: TestProcess;
beforeAll(async () => {
  api = await startProcess();
}, DEMO_TIMEOUT);
afterAll(() => api?.close());

function open(bytes: string) {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
  // Reached only if the API does not end the connection.
  socket.setTimeout(10_000, () => socket.destroy());
  return socket.setEncoding('utf8').on('error', () => {});
}

/** Everything that the API sends until the connection ends. */
async function received(bytes: string): Promise<string> {
  const socket = open(bytes);
  let all = '';
  socket.on('data', (more) => {
    all += more;
  });
  await new Promise((resolve) => socket.on('close', resolve));
  return all;
}

async function expectShort(bytes: string): Promise<string> {
  let answer = '';
  const { turn, max } = await shortestTurn(() =>
    api.longestTurn(async () => {
      answer = '';
      // A client that still sends when the connection ends may lose the answer.
      for (let attempt = 0; attempt < 4 && !answer; attempt += 1) answer = await received(bytes);
    }),
  );
  expect(turn).toBeLessThan(max);
  return answer;
}

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;
const BLANKS = '1\r\n \r\n';
const inChunks = (path: string, count: number) =>
  `${head(path)}Connection: close\r\n\r\n${BLANKS.repeat(count)}0\r\n\r\n`;

it.each(['/v1/tokens', '/graphql', '/v1/nothing'])(
  'reads a body of two hundred thousand chunks to %s without blocking the event loop',
  { timeout: 60_000 },
  async (path) => {
    const answer = await expectShort(inChunks(path, 200_000));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|01|04|22) [\s\S]*"errors":/);
  },
);

it('keeps little memory for endless bodies in chunks of one byte', { timeout: 60_000 }, async () => {
  await received(`${head('/v1/tokens')}\r\n${BLANKS.repeat(100_000)}`);
  const before = await api.memory();
  const sockets = Array.from({ length: 8 }, () => open(`${head('/v1/tokens')}\r\n${BLANKS.repeat(1_000_000)}`));
  await sleep(2_000);
  const after = await api.memory();
  for (const socket of sockets) socket.destroy();
  expect((after.rss - before.rss) / 1_048_576).toBeLessThan(64);
});

it('is not blocked by 200 clients that send such bodies concurrently', { timeout: 60_000 }, async () => {
  const { turn, max } = await shortestTurn(() =>
    api.longestTurn(async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => received(inChunks('/v1/tokens', 3_900))));
      expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 422']));
    }),
  );
  expect(turn).toBeLessThan(max);
});

it('reads a body of known length byte by byte', async () => {
  const body = '{}'.padEnd(1_557);
  const socket = open('').setNoDelay(true);
  const answer = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  socket.write('POST /v1/tokens HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1557\r\n\r\n');
  for (const byte of body) {
    socket.write(byte);
    await sleep(1);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 422 /);
  socket.destroy();
});

it('reads a megabyte in a thousand chunks', async () => {
  const chunk = `400\r\n${' '.repeat(1_024)}\r\n`;
  const answer = await received(
    `${head('/v1/tokens')}Connection: close\r\n\r\n2\r\n{}\r\n${chunk.repeat(1_000)}0\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
});

const get = (path: string, headers = 'Host: a\r\n') => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
const post = 'POST /v1/tokens HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

it.each([
  ['without credentials', get('/v1/orders'), 401],
  ['of an unknown path', get('/x'), 404],
  ['of the health check', get('/healthz'), 200],
  ['to log in', post, 422],
  ['with an unknown expectation', get('/x', 'Host: a\r\nExpect: miracles\r\n'), 417],
  ['of minimum length', get('/', ''), 400],
])('answers only the first few of pipelined requests %s', { timeout: 60_000 }, async (_what, request, status) => {
  const answer = await expectShort(request.repeat(Math.floor(65_536 / request.length)));
  const statuses = answer.match(/HTTP\/1\.1 \d+/g) ?? [];
  expect(new Set(statuses)).toEqual(new Set([`HTTP/1.1 ${status}`]));
  // A 417 closes the connection; a few more requests are read while the first ones are answered.
  expect(statuses.length).toBeGreaterThanOrEqual(status === 417 ? 1 : 21);
  expect(statuses.length).toBeLessThan(60);
});

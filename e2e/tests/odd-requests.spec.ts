import { METHODS } from 'node:http';
import { expect, test } from '../fixtures.ts';
import { sendRaw } from '../stack/send-raw.ts';
import { wrongWith } from '../stack/wrong-with.ts';

/**
 * Every request to a port, however malformed, gets a response with the security headers and no 5xx; then the connection
 * closes.
 */

const LONG = 'a'.repeat(9_000);
/** Malformed and unusual request targets. */
const ODD = [
  '*',
  '//evil.example/login',
  '/%00',
  '/%ff',
  '/a%zz',
  '/%2e%2e/%2e%2e/etc/passwd',
  `/${LONG}`,
  '?',
  'a:443',
];
const TARGETS = {
  console: [
    ...['/', '/login', '/orders', '/orders/%ff', '/nothing', '/icon.svg', '/_next/static/nothing.js', 'http://a/login'],
    ...['/graphql', '/exports/orders', '/exports/%00', '/staff/v1/orders', '/staff/v1/%00', '/_next/data/x/y.json'],
    ...['/_next/image?url=/icon.svg&w=64&q=75', '/_next/webpack-hmr', `/login?${'a=1&'.repeat(2_000)}`, ...ODD],
  ],
  api: [
    ...['/', '/v1/orders', '/v1/orders/%00', '/v1/orders/%ff', '/graphql', '/docs', '/healthz'],
    ...[
      '/exports/orders',
      '/staff/v1/orders',
      '/files/x',
      'http://a/v1/orders',
      `/v1/orders?${'a=1&'.repeat(2_000)}`,
      ...ODD,
    ],
  ],
};
const ADDRESSES = { console: `${process.env.E2E_CONSOLE_URL}`, api: `${process.env.E2E_API_URL}` };
const PORTS = ['console', 'api'] as const;

const CLOSE = 'Connection: close\r\n';
const HOST = 'Host: a\r\n';
const UPGRADE =
  'Connection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
/** Unusual, malformed or missing headers of otherwise normal requests. */
const HEADERS: Readonly<Record<string, string>> = {
  'no host': CLOSE,
  'two hosts': `${HOST}Host: b\r\n${CLOSE}`,
  'an empty host': `Host:\r\n${CLOSE}`,
  'an invalid host': `Host: a@b:99999/%00\r\n${CLOSE}`,
  'an invalid forwarded host': `${HOST}X-Forwarded-Host: a b\r\nX-Forwarded-Proto: ://\r\n${CLOSE}`,
  'a websocket': `${HOST}Upgrade: websocket\r\n${UPGRADE}`,
  'another protocol': `${HOST}Upgrade: h2c\r\n${UPGRADE}`,
  'Expect: 100-continue': `${HOST}Expect: 100-continue\r\nContent-Length: 0\r\n${CLOSE}`,
  'another expectation': `${HOST}Expect: a miracle\r\n${CLOSE}`,
  'an unknown encoding of the body': `${HOST}Transfer-Encoding: gzip\r\n${CLOSE}`,
  'an encoding and a length': `${HOST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n${CLOSE}`,
  'two encodings': `${HOST}Transfer-Encoding: chunked, chunked\r\n${CLOSE}`,
  'two lengths': `${HOST}Content-Length: 0\r\nContent-Length: 1\r\n${CLOSE}`,
  'an invalid length': `${HOST}Content-Length: x\r\n${CLOSE}`,
  'a server action': `${HOST}Next-Action: ${'0'.repeat(40)}\r\nContent-Length: 0\r\n${CLOSE}`,
  'internal headers of Next': `${HOST}x-invoke-status: 500\r\nx-matched-path: /orders\r\nx-nextjs-data: 1\r\n${CLOSE}`,
  'an invalid router state': `${HOST}RSC: 1\r\nNext-Router-State-Tree: %ff\r\n${CLOSE}`,
  'invalid cookies': `${HOST}Cookie: =;;;%ff=%ff; channel_session=%zz\r\n${CLOSE}`,
  'non-ASCII bytes': `${HOST}Accept-Language: \xe9;;q=x\r\nSec-Fetch-Site: \xff\r\n${CLOSE}`,
};

const requestOf = (method: string, target: string, headers = HOST + CLOSE, version = '1.1') =>
  `${method} ${target} HTTP/${version}\r\n${headers}\r\n`;

/** Sends requests, six concurrently. @returns the defects of the responses, prefixed with the start of the request */
async function wrongOf(address: string, requests: Iterable<string>): Promise<string[]> {
  const wrong: string[] = [];
  const queue = requests[Symbol.iterator]();
  const sender = async () => {
    for (const request of { [Symbol.iterator]: () => queue }) {
      const answer = await sendRaw(address, request).catch((error: Error) => error.message);
      for (const what of wrongWith(answer)) wrong.push(`${request.slice(0, 100)}: ${what}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, sender));
  return wrong;
}

for (const port of PORTS) {
  test(`the port of the ${port} responds to every method at every target`, async () => {
    const requests = [...METHODS, 'NOTHING', 'get'].flatMap((method) =>
      TARGETS[port].map((target) => requestOf(method, target)),
    );
    expect(await wrongOf(ADDRESSES[port], requests)).toEqual([]);
  });

  test(`the port of the ${port} responds to unusual headers and versions`, async () => {
    const targets = TARGETS[port].filter((target) => target.length < 20);
    const requests = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT'].flatMap((method) =>
      targets.flatMap((target) => [
        ...Object.values(HEADERS).map((headers) => requestOf(method, target, headers)),
        ...['0.9', '1.0', '2.0'].map((version) => requestOf(method, target, CLOSE, version)),
      ]),
    );
    expect(await wrongOf(ADDRESSES[port], requests)).toEqual([]);
  });

  test(`the port of the ${port} rejects bodies that it does not accept`, async () => {
    const size = 3_000_000;
    const large = (target: string, method = 'POST') =>
      `${requestOf(method, target, `${HOST}Content-Type: application/json\r\nContent-Length: ${size}\r\n${CLOSE}`)}${' '.repeat(size)}`;
    const targets =
      port === 'console' ? ['/login', '/orders', '/icon.svg', '/graphql'] : ['/v1/orders', '/graphql', '/docs'];
    const statuses = targets.flatMap((target) =>
      ['POST', 'PUT'].map(async (method) => {
        // A client that is still sending when the connection closes may get a reset.
        const answer = await sendRaw(ADDRESSES[port], large(target, method)).catch(({ message }: Error) => message);
        expect(answer).toMatch(/^HTTP\/1\.1 4\d\d |ECONNRESET|EPIPE/);
      }),
    );
    await Promise.all(statuses);
  });
}

test('a page rejects an invalid router state', async ({ staffPage: page }) => {
  for (const [state, status] of [
    ['%ff', 400],
    ['[1]', 400],
    [encodeURIComponent(JSON.stringify(['', {}])), 200],
  ] as const) {
    const answer = await page.request.get('/tags', { headers: { rsc: '1', 'next-router-state-tree': state } });
    expect([state, answer.status()]).toEqual([state, status]);
  }
});

test('rejects paths with invalid percent-encoding, also with a session', async ({ staffPage: page }) => {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const parts = ['%ff', '%', '400%', '%E0%A4%A'];
  const pages = ['orders', 'people', 'batches', 'catalogue', 'staff', 'webhooks/events', 'webhooks/endpoints'];
  const targets = pages.flatMap((name) => parts.map((part) => `/${name}/${part}`));
  const headers = `${HOST}Cookie: ${cookies}\r\n${CLOSE}`;
  const requests = [...targets, 'ws://a/login', '/_global-error'].map((target) => requestOf('GET', target, headers));
  expect(await wrongOf(ADDRESSES.console, requests)).toEqual([]);
  for (const request of requests.slice(0, -1))
    expect(await sendRaw(ADDRESSES.console, request)).toMatch(/^HTTP\/1\.1 400 /);
  // A valid path is a page, even if it is not found.
  expect(await sendRaw(ADDRESSES.console, requestOf('GET', '/orders/50%25', headers))).toMatch(/^HTTP\/1\.1 404 /);
});

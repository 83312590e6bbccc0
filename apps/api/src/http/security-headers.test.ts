import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
let tls: TestServer;

beforeAll(async () => {
  server = await startServer({
    world: 'demo',
    env: { GRAPHIQL: '1' },
    prepare: (app) => {
      app.get('/throws', () => {
        throw new Error('on purpose');
      });
    },
  });
  tls = await startServer({ env: { API_URL: 'https://api.example' } });
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  await tls.close();
});

/** The headers of every answer. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Every route of the application, as Fastify prints them: `METHODS` after each path. */
function routes(): { path: string; methods: string[] }[] {
  const stack: string[] = [];
  return server.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([\s│]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (part === '') return [];
      stack.length = indent.length / 4;
      stack.push(part);
      return methods === undefined ? [] : [{ path: stack.join(''), methods: methods.split(', ') }];
    });
}

/** Pages of other sites may show these. */
const SHARED = /^\/(media|tickets|avatars)\//;

async function expectHeaders(method: string, path: string): Promise<number> {
  const { status, headers } = await exchange(new URL(path, server.url), method, {});
  const { 'cross-origin-resource-policy': policy, ...same } = HEADERS;
  expect({ method, path, status, headers }).toMatchObject({ headers: same });
  if (!SHARED.test(path))
    expect({ method, path, policy: headers['cross-origin-resource-policy'] }).toMatchObject({ policy });
  return status;
}

describe('every answer has the security headers', () => {
  it('from every route, for every method, for an anonymous client', async () => {
    const all = routes();
    // At least as many as the published document has.
    expect(all.length).toBeGreaterThan(40);
    expect(all.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/graphql', '/healthz', '/docs', '/v1/profile']),
    );
    const statuses = new Set<number>();
    for (const { path, methods } of all) {
      for (const method of methods) statuses.add(await expectHeaders(method, path.replace(/:(\w+)/g, '1')));
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 401, 404]));
  });

  it.each([
    ['GET', '/nothing-here', 404],
    ['GET', '/v1/nothing-here', 404],
    ['DELETE', '/v1/profile', 405],
    ['GET', '/v1/orders/%ff', 400],
    ['GET', '/avatars/1.svg', 200],
  ])('from %s %s', async (method, path, status) => {
    expect(await expectHeaders(method, path)).toBe(status);
  });

  it('from a handler that throws', async () => {
    expect(await expectHeaders('GET', '/throws')).toBe(500);
  });

  it.each([
    ['a request that is no HTTP', 'nonsense\r\n\r\n', 400],
    ['a request without a host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers without end', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an expectation', 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\nConnection: close\r\n\r\n', 417],
    [
      'extensions of a chunk without end',
      `POST /v1/tokens HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
      413,
    ],
  ])('to %s', async (_, request, status) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let answer = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
    expect(await promise).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const [name, value] of Object.entries(HEADERS)) expect(answer).toContain(`${name}: ${value}\r\n`);
  });

  it('and Strict-Transport-Security if the API is served over https', async () => {
    for (const [{ url }, expected] of [
      [tls, 'max-age=31536000'],
      [server, undefined],
    ] as const) {
      const { headers } = await exchange(new URL('/healthz', url), 'GET', {});
      expect(headers['strict-transport-security']).toBe(expected);
    }
  });
});

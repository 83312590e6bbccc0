import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { securityHeaders } from './security-headers.ts';

let server: TestServer;
let tls: TestServer;

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { METRICS: '1', GRAPHIQL: '1' } });
  tls = await startServer({ env: { API_URL: 'https://api.example' } });
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  await tls.close();
});

/** Every route of the application, as Fastify prints them: `METHODS` after each address. */
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

/** Pages of others may show these. */
const SHARED = /^\/(media|tickets|avatars)\//;

async function expectHeaders(method: string, path: string): Promise<number> {
  const { status, headers } = await exchange(new URL(path, server.url), method, {});
  const { 'cross-origin-resource-policy': policy, ...same } = securityHeaders(server.settings);
  expect({ method, path, status, headers }).toMatchObject({ headers: same });
  if (!SHARED.test(path))
    expect({ method, path, policy: headers['cross-origin-resource-policy'] }).toMatchObject({ policy });
  return status;
}

describe('every answer tells browsers what they may not do', () => {
  it('of every route, for every method, as a stranger gets it', async () => {
    const all = routes();
    // As many as the published document has, at the least.
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
  ])('of %s %s', async (method, path, status) => {
    expect(await expectHeaders(method, path)).toBe(status);
  });

  it('of what breaks', async () => {
    const { findFirst } = server.services.db.placesCheck;
    Object.assign(server.services.db.placesCheck, {
      findFirst: () => {
        throw new Error('on purpose');
      },
    });
    expect(await expectHeaders('GET', '/metrics')).toBe(500);
    Object.assign(server.services.db.placesCheck, { findFirst });
  });

  it('of what is no HTTP', async () => {
    const answer = await new Promise<string>((done, fail) => {
      let text = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => done(text)).on('error', fail);
    });
    expect(answer).toContain('HTTP/1.1 400');
    for (const [name, value] of Object.entries(securityHeaders(server.settings)))
      expect(answer).toContain(`${name}: ${value}\r\n`);
  });

  it('and that it is reached by https alone, where it is', async () => {
    for (const [{ url }, expected] of [
      [tls, 'max-age=31536000'],
      [server, undefined],
    ] as const) {
      const { headers } = await exchange(new URL('/healthz', url), 'GET', {});
      expect(headers['strict-transport-security']).toBe(expected);
    }
  });
});

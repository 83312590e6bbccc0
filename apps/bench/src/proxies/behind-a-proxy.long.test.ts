import { consoleDocument, DEMO_TIMEOUT, startServer, type TestServer } from '@channel/api/testing';
import { startConsole } from '@channel/e2e/stack/console.ts';
import type { Program } from '@channel/e2e/stack/program.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTALL_TIMEOUT, installProxies, PROXIES, type RunningProxy, startProxy } from './testing/run-proxy.ts';
import { API_HOST, begin, CONSOLE_HOST, getByHttp2, type Sent, send } from './testing/send-through.ts';

/* The API and the console behind HAProxy and nginx, with the configurations and settings of docs/operations.md. */

const CLIENT = '127.0.0.3';
const FORGED = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'forged.example' };
const ORIGIN = { origin: `https://${CONSOLE_HOST}` };
/** Milliseconds; a proxy that buffers sends nothing. */
const SOON = 20_000;
/** More bytes than a proxy keeps in memory for a body, and than the API takes. */
const [LARGE, TOO_LARGE] = [200_000, 1_100_000];
const FILTER = { filter: { title: 'Canal Ring' } };

let server: TestServer;
let console: Program;
let bearer: { authorization: string };
/** The addresses of clients, except those of probes. */
let logged: string[] = [];

beforeAll(async () => {
  await installProxies();
  const addresses = {
    API_URL: 'https://api.example.com',
    CONSOLE_URL: `https://${CONSOLE_HOST}`,
    TRUST_PROXY: '127.0.0.1',
  };
  server = await startServer({
    world: 'demo',
    now: new Date(),
    env: addresses,
    prepare: (app) =>
      app.addHook('onResponse', async ({ visitor, ip, routeOptions }) => {
        if (!routeOptions.config.isProbe) logged.push(visitor ?? ip);
      }),
  });
  const secret = { SECRET_KEY: server.settings.secretKey ?? '' };
  console = await startConsole(server.url, undefined, { ...addresses, ...secret });
}, INSTALL_TIMEOUT + DEMO_TIMEOUT);
afterAll(async () => {
  await console?.stop();
  await server.close();
});

describe.each(PROXIES)('behind %s', (name) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    const api = Number(new URL(server.url).port);
    proxy = await startProxy(name, { api: [api, api], console: Number(new URL(console.url).port) });
    const { text } = await sent('POST', '/v1/tokens', { body: credentials('partner') });
    bearer = { authorization: `Bearer ${JSON.parse(text).data.access_token}` };
  });
  afterAll(() => proxy.stop());

  const sent = (method: string, path: string, more: Sent = {}) =>
    send(proxy.port, method, path, { ...more, headers: { ...bearer, ...more.headers } });
  const titles = (text: string) => JSON.parse(text).data.map(({ title }: { title: string }) => title);

  it.each(['GET', 'QUERY'])('bodies of %s arrive, small and large ones', async (method) => {
    for (const size of [0, LARGE]) {
      const { status, text } = await sent(method, '/v1/pos/products', { body: JSON.stringify(FILTER).padEnd(size) });
      expect([status, new Set(titles(text))]).toEqual([200, new Set(titles(text).filter(isCanalRing))]);
      expect(titles(text)).not.toEqual([]);
    }
    expect(titles((await sent(method, '/v1/pos/products')).text).every(isCanalRing)).toBe(false);
  });

  it('bodies of GET arrive over HTTP/2', async () => {
    const found = titles(await getByHttp2(proxy.port, '/v1/pos/products', bearer, JSON.stringify(FILTER)));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(isCanalRing)).toBe(true);
  });

  it('bodies that are too large are refused by the API', async () => {
    const { status, headers, text } = await sent('POST', '/v1/tokens', { body: credentials('x').padEnd(TOO_LARGE) });
    expect([status, headers['content-type']]).toEqual([413, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toMatchObject({ errors: null, meta: {} });
  });

  it.each([API_HOST, CONSOLE_HOST])('events of %s arrive one by one', { timeout: SOON }, async (host) => {
    const cookie = (await signIn()).map((set) => set.split(';')[0]).join('; ');
    const body = JSON.stringify(consoleDocument(server, 'OrderNews'));
    const headers = { ...ORIGIN, cookie, accept: 'text/event-stream' };
    const stream = await begin(proxy.port, 'POST', '/graphql', { host, headers, body });
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    // A comment; the stream goes on.
    for await (const chunk of stream) {
      expect(String(chunk)).toMatch(/^:/);
      break;
    }
  });

  it('answers stay compressed, and unchanged ones are recognized', async () => {
    const accepting = { 'accept-encoding': 'zstd' };
    const first = await sent('GET', '/v1/orders', { headers: accepting });
    expect([first.status, first.headers['content-encoding']]).toEqual([200, 'zstd']);
    const { etag = '' } = first.headers;
    expect(etag).toMatch(/^"/);
    expect((await sent('GET', '/v1/orders', { headers: { ...accepting, 'if-none-match': etag } })).status).toBe(304);
  });

  it('clients are known by their addresses, whatever they claim', async () => {
    logged = [];
    await sent('GET', '/v1/profile', { localAddress: CLIENT, headers: FORGED });
    expect(logged).toEqual([CLIENT]);
    server.setNow(new Date());
    logged = [];
    await signIn({ localAddress: CLIENT, headers: FORGED });
    expect(logged).toEqual([CLIENT]);
  });

  it('addresses and cookies are those of HTTPS', async () => {
    expect((await sent('GET', '/v1/pos/products')).text).toContain('"https://api.example.com/media/');
    const cookies = await signIn({ headers: FORGED });
    expect(cookies).not.toEqual([]);
    expect(cookies.filter((cookie) => !/^__Host-.*; Secure/.test(cookie))).toEqual([]);
    const { status, headers } = await send(proxy.port, 'GET', '/orders', { host: CONSOLE_HOST, headers: FORGED });
    expect([status, headers.location]).toEqual([307, '/login?next=%2Forders']);
  });

  /** Signs in to the console. @returns the cookies as they are set */
  async function signIn(more: Sent = {}): Promise<string[]> {
    const variables = { emailOrUsername: 'staff', password: 'staff-demo' };
    const body = JSON.stringify({ ...consoleDocument(server, 'SignIn'), variables });
    const headers = { ...ORIGIN, ...more.headers };
    const answer = await send(proxy.port, 'POST', '/graphql', { ...more, host: CONSOLE_HOST, headers, body });
    return answer.headers['set-cookie'] ?? [];
  }
});

const isCanalRing = (title: string) => title.includes('Canal Ring');
const credentials = (user: string) => JSON.stringify({ username: user, password: `${user}-demo` });

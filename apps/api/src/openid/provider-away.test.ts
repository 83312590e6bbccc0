import { createWorld, type World } from '@channel/webhooks/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consoleDocument, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { openBrowser } from './testing/browser.ts';
import { startProvider, type TestProvider } from './testing/provider.ts';

/* Providers that do not answer, or not as most do. */

const CONSOLE = 'http://console.test';
const PUBLIC = { id: 'console', callback: `${CONSOLE}/login/openid/callback` };
const GUESSES = 3;

const metadata = '/.well-known/openid-configuration';

let provider: TestProvider;
let server: TestServer;
let make: World;
let lines: string[];

async function stop() {
  await server.close();
  await provider.close();
}

async function start(options: Partial<Parameters<typeof startProvider>[0]> = {}, env: Record<string, string> = {}) {
  provider = await startProvider({ client: PUBLIC, ...options });
  lines = [];
  const { secret } = options.client ?? (PUBLIC as { secret?: string });
  server = await startServer({
    loggerInstance: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    env: {
      CONSOLE_URL: CONSOLE,
      OPENID_ISSUER: provider.issuer,
      OPENID_CLIENT_ID: PUBLIC.id,
      ...(secret === undefined ? {} : { OPENID_CLIENT_SECRET: secret }),
      LOGIN_FAILURES_PER_ADDRESS: `${GUESSES}`,
      ...env,
    },
  });
  make = createWorld(server.db);
  const user = await make.userWith(['console.access'], { clientId: null });
  provider.people.set('somebody', { email: user.email, email_verified: true });
  provider.person = 'somebody';
}

/** Signs in with a new browser. @returns the problem, or null */
async function problem(browser = openBrowser(server)): Promise<string | null> {
  return new URL(await browser.signIn(), CONSOLE).searchParams.get('problem');
}
const problemAtStart = async () =>
  new URL(String((await openBrowser(server).get('/login/openid')).headers.location), CONSOLE).searchParams.get(
    'problem',
  );

const reasons = () => lines.map((line) => JSON.parse(line).reason);

describe('a provider that is away', () => {
  beforeAll(() => start());
  afterAll(stop);
  beforeEach(() => {
    provider.instead = undefined;
    lines = [];
    // Its metadata is no longer kept.
    server.setNow(new Date(server.services.clock().getTime() + 7_200_000));
  });

  it.each<[string, NonNullable<TestProvider['instead']>, string]>([
    ['fails', (path, response) => path === metadata && Boolean(response.writeHead(503).end()), 'it answered 503'],
    [
      'knows no metadata',
      (path, response) => path === metadata && Boolean(response.writeHead(404).end()),
      '404|status',
    ],
    [
      'redirects',
      (path, response) => path === metadata && Boolean(response.writeHead(302, { location: '/elsewhere' }).end()),
      'status',
    ],
    [
      'states another issuer',
      (path, response) =>
        path === metadata &&
        Boolean(
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/a' })),
        ),
      'issuer',
    ],
    [
      'answers without an end',
      (path, response) => {
        if (path !== metadata) return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        for (let n = 0; n < 9; n += 1) response.write('x'.repeat(64 * 1_024));
        return true;
      },
      'more than',
    ],
    ['does not answer within five seconds', (path) => path === metadata, 'time'],
  ])('leads to the login page if it %s, and works again at once', { timeout: 20_000 }, async (_, instead, reason) => {
    provider.instead = instead;
    const begin = performance.now();
    expect(await problemAtStart()).toBe('unavailable');
    expect(performance.now() - begin).toBeLessThan(8_000);
    expect(reasons()).toEqual([expect.stringMatching(new RegExp(reason))]);
    provider.instead = undefined;
    expect(await problem()).toBeNull();
  });

  it('is requested once for concurrent sign-ins, and its metadata is kept', async () => {
    let requests = 0;
    provider.instead = (path) => {
      requests += path === metadata ? 1 : 0;
      return false;
    };
    const starts = await Promise.all(Array.from({ length: 10 }, problemAtStart));
    expect(new Set(starts)).toEqual(new Set([null]));
    expect(await problem()).toBeNull();
    expect(requests).toBe(1);
    server.setNow(new Date(server.services.clock().getTime() + 3_601_000));
    expect(await problem()).toBeNull();
    expect(requests).toBe(2);
  });

  it('does not count as a failed login, however often it is away at the callback', async () => {
    for (let n = 0; n <= GUESSES; n += 1) {
      provider.instead = (path, response) => path === '/token' && Boolean(response.writeHead(502).end());
      expect(await problem()).toBe('unavailable');
    }
    provider.instead = undefined;
    expect(await problem()).toBeNull();
  });
});

// Each test starts its own.
describe('another server', { timeout: 60_000 }, () => {
  afterEach(stop);

  it('throttles callbacks that are made up like failed logins of the address, and leaves no code in the log', async () => {
    await start();
    const madeUp = async () => {
      const browser = openBrowser(server);
      const callback = new URL(await browser.toCallback());
      callback.searchParams.set('code', 'a-made-up-code');
      return new URL(String((await browser.get(callback.href)).headers.location), CONSOLE).searchParams.get('problem');
    };
    for (let n = 0; n < GUESSES; n += 1) expect(await madeUp()).toBe('failed');
    const { exchanges } = provider;
    expect(await madeUp()).toBe('throttled');
    expect(await problem()).toBe('throttled');
    expect(provider.exchanges).toBe(exchanges);
    const password = { emailOrUsername: 'nobody', password: 'wrong' };
    const { body } = await postGraphql(server, { ...consoleDocument(server, 'SignIn'), variables: password });
    expect(body.errors?.[0]?.extensions?.code).toBe('TOO_MANY_REQUESTS');
    expect(reasons()).toHaveLength(GUESSES);
    expect(lines.join('')).toContain('invalid_grant');
    expect(lines.join('')).not.toMatch(/a-made-up-code|state=|eyJ/);
  });

  it.each<[string, Parameters<typeof start>[0]]>([
    ['a client with a secret', { client: { ...PUBLIC, secret: 'a secret with : and %' } }],
    ['a provider that puts the address into the ID token', { isEmailInToken: true }],
  ])('works with %s', async (_, options) => {
    await start(options);
    expect(await problem()).toBeNull();
  });

  it('fails for a client with a wrong secret', async () => {
    await start({ client: { ...PUBLIC, secret: 'the right one' } }, { OPENID_CLIENT_SECRET: 'a wrong one' });
    expect(await problem()).toBe('failed');
    expect(reasons()).toEqual([expect.stringContaining('invalid_client')]);
  });

  it('sets cookies for https only where the console has it', async () => {
    await start({}, { CONSOLE_URL: 'https://console.test' });
    const { headers } = await openBrowser(server).get('/login/openid');
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-channel_openid=.*; Path=\/; .*; Secure$/)]);
  });

  it('is not published without a provider', async () => {
    provider = await startProvider({ client: PUBLIC });
    server = await startServer({ env: { CONSOLE_URL: CONSOLE } });
    for (const path of ['/login/openid', '/login/openid/callback'])
      expect((await openBrowser(server).get(path)).status).toBe(404);
    const { body } = await postGraphql(server, consoleDocument(server, 'SignInOptions'));
    expect(body.data).toEqual({
      signInOptions: { openIdName: null, passwordsForEveryone: true, linksByMail: false, hasMailbox: false },
    });
  });
});

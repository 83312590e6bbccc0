import { request } from 'node:http';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { shownRequest } from '../shown-in-log.ts';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

const GUESSES = 3;
const RIGHT = { username: 'partner', password: 'partner-demo' };
/** The addresses of a trusted proxy and of another machine, both of loopback. */
const [PROXY, OTHER] = ['127.0.0.7', '127.0.0.8'];

let server: TestServer;
let lines: string[];
let guessed = 0;

async function start(env: Record<string, string>): Promise<void> {
  lines = [];
  const loggerInstance = pino({ serializers: { req: shownRequest } }, { write: (line) => lines.push(line) });
  server = await startServer({
    world: 'demo',
    loggerInstance,
    env: { LOGIN_FAILURES_PER_ADDRESS: `${GUESSES}`, ...env },
  });
}
afterEach(() => server.close());

/** Logs in over a connection from `localAddress`. @returns the status */
function logIn(localAddress: string, forwarded: string, credentials: object = RIGHT): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
  return new Promise((resolve, reject) => {
    const sent = request(new URL('/v1/tokens', server.url), { method: 'POST', agent: false, localAddress, headers });
    sent.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
    sent.on('error', reject).end(JSON.stringify(credentials));
  });
}

async function exhaust(localAddress: string, forwarded: () => string): Promise<void> {
  for (let n = 0; n < GUESSES; n += 1) {
    const wrong = { username: `nobody-${guessed++}`, password: 'wrong' };
    expect(await logIn(localAddress, forwarded(), wrong)).toBe(401);
  }
}

const lastLogged = () => JSON.parse(lines.at(-1) ?? '').req.remoteAddress;
/** Another forged address each time, before the one that the proxy adds. */
const forged = (added: string) => () => `6.6.6.${guessed % 250}, ${added}`;

describe('X-Forwarded-For', () => {
  it.each([
    ['a number of proxies', { TRUST_PROXY: '1' }],
    ['the address of the proxy', { TRUST_PROXY: PROXY }],
  ])('names the client for the log and the limits of logins by %s', { timeout: DEMO_TIMEOUT }, async (_, env) => {
    await start(env);
    await exhaust(PROXY, forged('192.0.2.1'));
    expect(lastLogged()).toBe('192.0.2.1');
    expect(await logIn(PROXY, forged('192.0.2.1')())).toBe(429);
    expect(await logIn(PROXY, '198.51.100.1')).toBe(201);
    expect(lastLogged()).toBe('198.51.100.1');
  });

  it.each([
    ['without the setting', {}, PROXY],
    ['from a peer that is no trusted proxy', { TRUST_PROXY: `${PROXY},10.0.0.0/8` }, OTHER],
  ])('is ignored %s', { timeout: DEMO_TIMEOUT }, async (_, env, peer) => {
    await start(env);
    await exhaust(peer, () => `192.0.2.${guessed % 250}`);
    expect(lastLogged()).toBe(peer);
    expect(await logIn(peer, '198.51.100.1')).toBe(429);
    expect(await logIn('127.0.0.9', '')).toBe(201);
  });
});

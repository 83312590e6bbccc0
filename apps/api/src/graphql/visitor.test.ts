import { VISITOR_HEADER, visitorAddresses } from '@channel/auth/visitor-address';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shownRequest } from '../shown-in-log.ts';
import { exchange } from '../testing/http.ts';
import { consoleDocument, DEMO_TIMEOUT, NOW, postGraphql, startServer, type TestServer } from '../testing/index.ts';

const GUESSES = 3;

let server: TestServer;
let lines: string[];

beforeEach(async () => {
  lines = [];
  const loggerInstance = pino({ serializers: { req: shownRequest } }, { write: (line) => lines.push(line) });
  server = await startServer({ world: 'demo', loggerInstance, env: { LOGIN_FAILURES_PER_ADDRESS: `${GUESSES}` } });
}, DEMO_TIMEOUT);
afterEach(() => server.close());

const signed = (address: string, key = server.settings.secretKey ?? '', now = NOW) =>
  visitorAddresses(key).sign(address, now);
const RIGHT = { emailOrUsername: 'staff', password: 'staff-demo' };

/** Signs in as the console's server does for a visitor with this header. @returns null, or the code of the refusal */
async function signIn(header?: string, variables = RIGHT): Promise<unknown> {
  const body = { ...consoleDocument(server, 'SignIn'), variables };
  const answer = await postGraphql(server, body, { headers: { [VISITOR_HEADER]: header } });
  return answer.body.errors?.[0]?.extensions?.code ?? null;
}

let guessed = 0;
const guess = (header?: string) => signIn(header, { emailOrUsername: `nobody-${guessed++}`, password: 'wrong' });

async function exhaust(header: () => string | undefined) {
  for (let n = 0; n < GUESSES; n += 1) expect(await guess(header())).toBe('UNAUTHENTICATED');
  expect(await guess(header())).toBe('TOO_MANY_REQUESTS');
}

describe('the address of a visitor that the console signed', () => {
  it('is the address whose guesses are counted, and the one in the log', async () => {
    await exhaust(() => signed('192.0.2.1'));
    expect(await signIn(signed('192.0.2.1'))).toBe('TOO_MANY_REQUESTS');
    expect(await signIn(signed('198.51.100.1'))).toBeNull();
    expect(await signIn()).toBeNull();
    const shown = lines.map((line) => JSON.parse(line).req?.remoteAddress).filter((address) => address !== undefined);
    expect(shown.slice(-3)).toEqual(['192.0.2.1', '198.51.100.1', '127.0.0.1']);
  });

  it('is signed by the clock of the console, which may be that of the machine and not that of the database', async () => {
    await exhaust(() => signed('192.0.2.1', undefined, new Date()));
    expect(await signIn(signed('198.51.100.1', undefined, new Date()))).toBeNull();
    expect(await signIn(signed('192.0.2.1', undefined, new Date(Date.now() - 30_001)))).toBeNull();
  });

  it.each<[string, () => string | undefined]>([
    ['not given', () => undefined],
    ['not signed', () => `192.0.2.${guessed}`],
    ['forged', () => `${signed(`192.0.2.${guessed}`).slice(0, -43)}${'A'.repeat(43)}`],
    ['signed with another key', () => signed(`192.0.2.${guessed}`, 'another key that has 32 characters too')],
    ['signed half a minute ago', () => signed(`192.0.2.${guessed}`, undefined, new Date(NOW.getTime() - 30_001))],
  ])('is that of the connection if it is %s', async (_, header) => {
    await exhaust(header);
    expect(await signIn(header())).toBe('TOO_MANY_REQUESTS');
    expect(await signIn(signed('198.51.100.1'))).toBeNull();
  });

  it('is ignored by v1', async () => {
    const logIn = async (credentials: object) => {
      const headers = { 'content-type': 'application/json', [VISITOR_HEADER]: signed(`192.0.2.${guessed++}`) };
      return (await exchange(new URL('/v1/tokens', server.url), 'POST', { headers, body: credentials })).status;
    };
    for (let n = 0; n < GUESSES; n += 1) expect(await logIn({ username: `n-${n}`, password: 'wrong' })).toBe(401);
    expect(await logIn({ username: 'partner', password: 'partner-demo' })).toBe(429);
  });
});

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../../testing/index.ts';

const ATTACKER = '127.0.0.1';
const PARTNER = '127.0.0.2';
const GUESSES = 400;

type Login = { status: number; retryAfter: string | undefined; milliseconds: number };

/** Logs in from one of the addresses of this machine. */
function logIn({ url }: TestServer, from: string, body: object): Promise<Login> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const agent = new Agent({ keepAlive: false });
    const sent = request(`${url}/v1/tokens`, { method: 'POST', localAddress: from, agent, headers }, (answer) => {
      answer.resume().on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'],
          milliseconds: performance.now() - begin,
        }),
      );
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

/** Sends all guesses at once from one address, and waits until the server has each of them. */
async function attack(server: TestServer, guess: (n: number) => object): Promise<Promise<Login>[]> {
  let arrived = 0;
  server.app.server.on('request', () => arrived++);
  const answers = Array.from({ length: GUESSES }, (_, n) => logIn(server, ATTACKER, guess(n)));
  while (arrived < GUESSES) await new Promise(setImmediate);
  return answers;
}

const statusesOf = (answers: Login[]) => [...new Set(answers.map(({ status }) => status))].sort();

describe.each([
  ['with the default limits', {}],
  // What is left is the queue of hashes, which serves addresses in turn.
  ['with no limit for an address', { LOGIN_FAILURES_PER_ADDRESS: '0', LOGIN_FAILURES_PER_NETWORK: '0' }],
])(`while ${GUESSES} guesses from one address are in progress, %s`, (_, env) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ world: 'demo', env });
  }, DEMO_TIMEOUT);
  afterAll(() => server.close());

  it('a right login from another succeeds within 2 seconds, whatever they guess at', async () => {
    const partner = { email: 'partner@demo.example', password: 'partner-demo' };
    expect((await logIn(server, PARTNER, partner)).status).toBe(201);
    const guesses = await attack(server, (n) => ({ username: n % 2 ? 'partner' : `somebody-${n}`, password: `${n}` }));
    // One account is guessed at, and known at this address; nobody has logged in to the other one from anywhere.
    const staff = { username: 'staff', password: 'staff-demo' };
    const logins = await Promise.all([partner, staff].map((credentials) => logIn(server, PARTNER, credentials)));
    expect(statusesOf(logins)).toEqual([201]);
    expect(Math.max(...logins.map(({ milliseconds }) => milliseconds))).toBeLessThan(2_000);

    const answers = await Promise.all(guesses);
    // 503: v1 has no place in time for more requests of one address.
    const statuses = statusesOf(answers).filter((status) => status !== 503);
    expect(statuses).toEqual([401, 429]);
    const refused = answers.filter(({ status }) => status !== 401);
    expect(refused.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);
    const most = server.settings.loginFailuresPerAddress || Number.POSITIVE_INFINITY;
    expect(answers.length - refused.length).toBeLessThanOrEqual(most);
  });
});

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../../testing/index.ts';

const ATTACKER = '127.0.0.1';
const PARTNER = '127.0.0.2';
const GUESSES = 400;
/**
 * Guesses answered before a correct login: two are checked concurrently, and the login itself takes some statements.
 */
const FEW = 20;
const MANY = 60;
/** Maximum processor time until a correct login is answered. Other load on the machine does not count. */
const MAX_CPU_MS = 2_000;

type Login = { status: number; retryAfter: string | undefined; cpuMs: number };

/** Logs in from one of the addresses of this machine. */
function logIn({ url }: TestServer, from: string, body: object): Promise<Login> {
  const begin = process.cpuUsage();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const agent = new Agent({ keepAlive: false });
    const sent = request(`${url}/v1/tokens`, { method: 'POST', localAddress: from, agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        const { user, system } = process.cpuUsage(begin);
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'],
          cpuMs: (user + system) / 1_000,
        });
      });
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

/** Sends all guesses concurrently from one address, and waits until the server has received each of them. */
async function attack(server: TestServer, guess: (n: number) => object) {
  let arrived = 0;
  let checked = 0;
  server.app.server.on('request', () => arrived++);
  const answers = Array.from({ length: GUESSES }, async (_, n) => {
    const answer = await logIn(server, ATTACKER, guess(n));
    if (answer.status === 401) checked++;
    return answer;
  });
  while (arrived < GUESSES) await new Promise(setImmediate);
  return {
    answers,
    /** Logs in beside the guesses. `guesses` in the result is how many of them are answered meanwhile, `checked` in all. */
    async logIn(from: string, body: object): Promise<Login & { guesses: number; checked: number }> {
      const before = checked;
      const login = await logIn(server, from, body);
      return { ...login, guesses: checked - before, checked };
    },
  };
}

const statusesOf = (answers: Login[]) => [...new Set(answers.map(({ status }) => status))].sort();

describe.each([
  ['with the default limits', {}],
  // Then only the hashing queue bounds guesses; it serves addresses in turn.
  ['with no limit for an address', { LOGIN_FAILURES_PER_ADDRESS: '0', LOGIN_FAILURES_PER_NETWORK: '0' }],
])(`while ${GUESSES} guesses from one address are in progress, %s`, (_, env) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ world: 'demo', env });
  }, DEMO_TIMEOUT);
  afterAll(() => server.close());

  it('a correct login from another address succeeds within 2 seconds of processor time, whichever account they guess', {
    timeout: 60_000,
  }, async () => {
    const partner = { email: 'partner@demo.example', password: 'partner-demo' };
    expect((await logIn(server, PARTNER, partner)).status).toBe(201);
    const guesses = await attack(server, (n) => ({ username: n % 8 ? `somebody-${n}` : 'partner', password: `${n}` }));
    // One account is under attack and known at this address; the other one has never had a login.
    const staff = { username: 'staff', password: 'staff-demo' };
    const both = [partner, staff].map((credentials) => guesses.logIn(PARTNER, credentials));
    const amongThem = guesses.logIn(ATTACKER, { username: 'admin', password: 'admin-demo' });
    const logins = await Promise.all(both);
    expect(statusesOf(logins)).toEqual([201]);
    expect(Math.max(...logins.map(({ cpuMs }) => cpuMs))).toBeLessThan(MAX_CPU_MS);
    expect(Math.max(...logins.map((login) => login.guesses))).toBeLessThan(FEW);
    // The control: a correct login in the same queue as the guesses is refused, or answered after them.
    const control = await amongThem;
    // Some may be answered before it is sent.
    expect(control.status === 201 ? control.checked : MANY).toBeGreaterThanOrEqual(MANY);

    const answers = await Promise.all(guesses.answers);
    // 503: v1 has no slot in time for more requests of one address.
    const statuses = statusesOf(answers).filter((status) => status !== 503);
    expect(statuses).toEqual([401, 429]);
    const refused = answers.filter(({ status }) => status !== 401);
    expect(refused.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);
    const max = server.settings.loginFailuresPerAddress || Number.POSITIVE_INFINITY;
    expect(answers.length - refused.length).toBeLessThanOrEqual(max);
  });
});

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/* Guesses come from more addresses than there are slots. */
const ADDRESSES = 100;
const OF_ADDRESS = 2;
const READS = 5;
const KNOWN = '127.9.0.9';
const ELSEWHERE = '127.9.1.9';
/**
 * Guesses answered before a correct login: two are checked concurrently, and the login itself takes some statements.
 */
const FEW = 20;
const MANY = 60;

let server: TestServer;
let partner: TestClient;
const agent = new Agent({ keepAlive: true });
const right = { email: 'partner@demo.example', password: 'partner-demo' };

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  partner = await client(server, 'partner');
  expect(await logIn(right, KNOWN)).toBe(201);
}, DEMO_TIMEOUT);
afterAll(async () => {
  agent.destroy();
  await server.close();
});

function logIn(credentials: object, localAddress: string): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL('/v1/tokens', server.url),
      { method: 'POST', agent, localAddress, headers },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(credentials));
  });
}

it('guesses from many addresses block neither logged-in users nor a correct login from a known address', {
  timeout: 120_000,
}, async () => {
  let checked = 0;
  const guess = async (index: number) => {
    const email = `z${index}@y.example`;
    const status = await logIn({ email, password: 'x' }, `127.0.${(index % ADDRESSES) + 1}.7`);
    if (status === 401) checked += 1;
    return status;
  };
  /** The number of guesses that are answered before a correct login. */
  const guessesBefore = async (localAddress: string) => {
    const before = checked;
    const status = await logIn(right, localAddress);
    return { status, guesses: checked - before };
  };
  const guesses = Array.from({ length: ADDRESSES * OF_ADDRESS }, (_, index) => guess(index));
  try {
    // By then the other guesses wait in the queue.
    await expect.poll(() => checked, { timeout: 20_000 }).toBeGreaterThan(ADDRESSES / 10);
    const [known, unknown] = [guessesBefore(KNOWN), guessesBefore(ELSEWHERE)];
    for (let read = 0; read < READS; read += 1) expect((await partner.get('/v1/orders/1')).status).toBe(200);
    expect(checked).toBeLessThan(guesses.length / 2);
    const login = await known;
    expect(login.status).toBe(201);
    expect(login.guesses).toBeLessThan(FEW);
    // The control: without a known address, a login waits behind all other addresses.
    const control = await unknown;
    expect(control.status === 201 ? control.guesses : MANY).toBeGreaterThanOrEqual(MANY);
  } finally {
    await Promise.all(guesses);
  }
  // Each guess had a slot in the hashing queue.
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
});

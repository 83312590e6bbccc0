import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/* Guesses come from more addresses than there are places. */
const ADDRESSES = 60;
const OF_ADDRESS = 2;
const READS = 5;
const KNOWN = '127.9.0.9';

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

it('guesses from many addresses stop neither who is logged in nor a right login from where it was before', {
  timeout: 60_000,
}, async () => {
  let answered = 0;
  const guess = async (index: number) => {
    const email = `z${index}@y.example`;
    const status = await logIn({ email, password: 'x' }, `127.0.${(index % ADDRESSES) + 1}.7`);
    answered += 1;
    return status;
  };
  const guesses = Array.from({ length: ADDRESSES * OF_ADDRESS }, (_, index) => guess(index));
  try {
    await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(0);
    const login = logIn(right, KNOWN);
    for (let read = 0; read < READS; read += 1) expect((await partner.get('/v1/orders/1')).status).toBe(200);
    expect(answered).toBeLessThan(guesses.length / 2);
    expect(await login).toBe(201);
    expect(answered).toBeLessThan(guesses.length);
  } finally {
    await Promise.all(guesses);
  }
  // A place of the queue of hashes for each.
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
});

import { execFileSync } from 'node:child_process';
import { createFactories } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { type Answer, bearerOf, client, postGraphql, type TestClient, type TestServer } from '../testing/index.ts';
import { type OwnPostgres, startOnOwnPostgres } from '../testing/own-postgres.ts';

/*
 * A real Postgres with all processes stopped, as on a machine whose disk hangs: connections stay open without an
 * answer.
 */

const LIMIT = 3_000;

let own: OwnPostgres;
let server: TestServer;
let partner: TestClient;
let authorization: string;
let order: number;

beforeAll(async () => {
  own = await startOnOwnPostgres();
  ({ server } = own);
  const make = createFactories(server.db);
  const staff = await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
  partner = await client(server, staff.id);
  authorization = await bearerOf(server, staff.username);
  order = (await make.order()).id;
}, 60_000);
afterAll(() => own.close(), 60_000);

/** Runs `meanwhile` while each process of the test's own Postgres is stopped. */
async function whileStopped(meanwhile: () => Promise<void>): Promise<void> {
  const { pid } = own.postgres();
  const pids = [
    pid,
    ...execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number),
  ];
  const stopped: number[] = [];
  try {
    for (const each of pids) {
      process.kill(each, 'SIGSTOP');
      stopped.push(each);
    }
    await meanwhile();
  } finally {
    for (const each of stopped) process.kill(each, 'SIGCONT');
  }
}

const requests: Record<string, () => Promise<Answer>> = {
  'a list': () => partner.get('/v1/orders'),
  'a change': () => partner.patch(`/v1/orders/${order}`, { body: { reference_code: `s-${Math.random()}` } }),
  'a query': () =>
    postGraphql(server, { query: '{ orders(perPage: 1) { id: databaseId } }' }, { headers: { authorization } }),
  'a login': () => partner.post('/v1/tokens', { body: { email: 'a@b.example', password: 'not the password' } }),
};
const get = (path: string) => exchange(new URL(path, server.url), 'GET', {});

async function timed(send: () => Promise<Answer>): Promise<{ status: number; retryAfter: unknown; ms: number }> {
  const begun = performance.now();
  const { status, headers } = await send();
  return { status, retryAfter: headers['retry-after'], ms: performance.now() - begun };
}

it('answers 503 within 3 s while Postgres is stopped, and recovers with it', async () => {
  const usual = async () => {
    for (const [name, send] of Object.entries(requests))
      expect((await send()).status, name).toBe(name === 'a login' ? 401 : 200);
  };
  await usual();
  await whileStopped(async () => {
    for (const round of ['first', 'known']) {
      const answers = Object.entries(requests).map(async ([name, send]) => ({ name, ...(await timed(send)) }));
      for (const { name, status, retryAfter, ms } of await Promise.all(answers)) {
        expect.soft([status, retryAfter], `${round} ${name}`).toEqual([503, expect.stringMatching(/^[12]$/)]);
        expect.soft(ms, `${round} ${name}`).toBeLessThan(LIMIT);
      }
    }
    const [ready, alive] = [await timed(() => get('/readyz')), await timed(() => get('/healthz'))];
    expect([ready.status, alive.status]).toEqual([503, 200]);
    expect(ready.ms).toBeLessThan(LIMIT);
    expect(alive.ms).toBeLessThan(LIMIT);
  });
  await expect.poll(() => get('/readyz').then(({ status }) => status), { timeout: 2 * LIMIT }).toBe(200);
  await expect.poll(() => partner.get('/v1/profile').then(({ status }) => status), { timeout: 2 * LIMIT }).toBe(200);
  await usual();
});

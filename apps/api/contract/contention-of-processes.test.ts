import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { createFactories, type TestDatabase, testDatabase, waitingForLocks } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../src/events/testing/crashable.ts';
import { end, environmentOn, startProcess } from '../src/events/testing/programs.ts';
import { type Answer, exchange } from '../src/testing/http.ts';

/*
 * Two processes of the API change one order. Each queues its own changes; the lock of the order in the database, which
 * both wait for with a limit, decides which process goes next.
 */

const MANY = 40;
const LIMIT = 10_000;

let database: TestDatabase;
let authorization: string;
let programs: { url: string; child: ChildProcess }[] = [];
let ids: number[];

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const staff = await make.userWith(['orders.view-all']);
  ids = [];
  while (ids.length < 5) ids.push((await make.order({ offer: null })).id);
  const env = environmentOn(database.application);
  const { accessToken } = await startFamily(database.db, staff.id, new Date(), loadSettings(env));
  authorization = `Bearer ${accessToken}`;
  const start = async () => {
    const port = await freePort();
    const child = await startProcess('main.ts', { ...env, API_PORT: String(port) });
    return { url: `http://127.0.0.1:${port}`, child };
  };
  programs = [await start(), await start()];
  // The first request of a process is slow.
  for (const index of [0, 1]) await patch(index, ids.at(-1) ?? 0);
}, 60_000);
afterAll(async () => {
  await Promise.all(programs.map(({ child }) => end(child)));
  await database.drop();
}, 60_000);

const nextOrder = () => ids.shift() ?? 0;
const versionOf = async (id: number) => (await database.db.order.findUniqueOrThrow({ where: { id } })).version;

/** Sends a change to the processes alternately. */
function patch(index: number, id: number, headers: Record<string, string> = {}): Promise<Answer> {
  const { url = '' } = programs[index % programs.length] ?? {};
  return exchange(new URL(`/v1/orders/${id}`, url), 'PATCH', {
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: { reference_code: `code-${index}` },
  });
}

/** The headers of a change: of every four, the last two have a key. */
const keyOf = (id: number, index: number): Record<string, string> =>
  index % 4 < 2 ? {} : { 'idempotency-key': `order-${id}-${index}` };

/** Runs `meanwhile` while another transaction, as of a third process, has locked an order. */
const whileLocked = (id: number, meanwhile: () => Promise<void>): Promise<void> =>
  database.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT id FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
      await meanwhile();
    },
    { timeout: 9_000 },
  );

/** Sends this many concurrently. @returns the number of answers by status */
async function statuses(send: (index: number) => Promise<Answer>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const answers = await Promise.all(Array.from({ length: MANY }, (_, index) => send(index)));
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('40 concurrent changes through two processes', () => {
  it('change one order, with a key or without', async () => {
    const id = nextOrder();
    const version = await versionOf(id);
    const begun = performance.now();
    const answered = await statuses((index) => patch(index, id, keyOf(id, index)));
    expect(answered).toEqual({ 200: MANY });
    expect(performance.now() - begun).toBeLessThan(LIMIT);
    expect(await versionOf(id)).toBe(version + MANY);
  });

  it('do not block changes of another order while none of them can go on', async () => {
    const [id, other] = [nextOrder(), ids.at(-1) ?? 0];
    const version = await versionOf(id);
    let done = 0;
    let all: Promise<Record<number, number>> | undefined;
    await whileLocked(id, async () => {
      all = statuses(async (index) => {
        const answer = await patch(index, id, keyOf(id, index));
        done += 1;
        return answer;
      });
      await expect.poll(() => waitingForLocks(database.db), { interval: 10 }).toBe(programs.length);
      // On a slow machine, the lock may time out during a change. If changes waited for it, each would end after that.
      const prompt = new Set<number>();
      for (const index of [0, 1, 2, 3]) {
        const before = done;
        expect((await patch(index, other)).status).toBe(200);
        if (done === before) prompt.add(index % programs.length);
      }
      expect(prompt.size).toBe(programs.length);
    });
    // On a machine so slow that the lock times out meanwhile, the changes that waited for it are refused.
    const { 200: changed = 0, 503: refused = 0 } = (await all) ?? {};
    expect(changed + refused).toBe(MANY);
    expect(changed).toBeGreaterThan(MANY / 2);
    expect(await versionOf(id)).toBe(version + changed);
  });

  it('change an order with If-Match: one succeeds, the others are 412', async () => {
    const id = nextOrder();
    const { url = '' } = programs[0] ?? {};
    const { headers } = await exchange(new URL(`/v1/orders/${id}`, url), 'GET', { headers: { authorization } });
    const begun = performance.now();
    const answered = await statuses((index) => patch(index, id, { 'if-match': String(headers.etag) }));
    expect(answered).toEqual({ 200: 1, 412: MANY - 1 });
    expect(performance.now() - begun).toBeLessThan(LIMIT);
  });
});

it('a change is refused when another process locks the order for longer than the lock time-out', async () => {
  const id = nextOrder();
  await whileLocked(id, async () => {
    const answer = patch(0, id);
    expect(await Promise.race([answer, sleep(1_000, 'waits')])).toBe('waits');
    const { status, headers } = await answer;
    expect([status, headers['retry-after']]).toEqual([503, '1']);
  });
});

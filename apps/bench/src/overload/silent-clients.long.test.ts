import { DEMO_TIMEOUT, startProcess, type TestProcess } from '@channel/api/testing';
import { afterEach, expect, it } from 'vitest';
import { LISTS, SilentClients } from './testing/silent-clients.ts';

/* Clients that do not read their answers: the memory that an API in a separate process holds for them. */

const MB = 1_048_576;
const CLIENTS = 40;
/**
 * Megabytes of unread answers that the API may hold, by its setting; and an allowance for answers between two samples.
 */
const BOUND = 32;
const BETWEEN = 32;

let api: TestProcess;
let clients: SilentClients;
afterEach(async () => {
  clients.leave();
  await api.close();
}, 120_000);

/**
 * The maximum growth of the API's memory while the clients connect, and the size of all their answers, in megabytes.
 */
async function grown(env: Readonly<Record<string, string>>): Promise<{ grown: number; offered: number }> {
  api = await startProcess(env);
  clients = new SilentClients(api);
  const before = (await api.memory()).held;
  let max = 0;
  await clients.come(CLIENTS, async () => {
    max = Math.max(max, (await api.memory()).held - before);
  });
  const figures = { grown: Math.round(max / MB), offered: Math.round(clients.offered / MB) };
  console.log(JSON.stringify(figures));
  return figures;
}

it('holds a bounded part of unread answers', { timeout: DEMO_TIMEOUT }, async () => {
  const { grown: more, offered } = await grown({ CLIENT_MEMORY_MB: String(BOUND) });
  expect(offered).toBeGreaterThan(4 * (BOUND + BETWEEN));
  expect(more).toBeLessThan(BOUND + BETWEEN);
});

// Before connections were bounded, more than half of the requested answers were held here.
it('holds at most one answer per connection without the bound', { timeout: DEMO_TIMEOUT }, async () => {
  const { grown: more, offered } = await grown({ CLIENT_MEMORY_MB: '0' });
  expect(more).toBeLessThan(offered / LISTS + BETWEEN);
});

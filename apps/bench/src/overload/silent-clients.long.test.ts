import { DEMO_TIMEOUT, startProcess, type TestProcess } from '@channel/api/testing';
import { afterEach, expect, it } from 'vitest';
import { SilentClients } from './testing/silent-clients.ts';

/* Clients that take nothing of their answers: what an API in a process of its own keeps for them. */

const MB = 1_048_576;
const CLIENTS = 40;
/** Megabytes that the API keeps of unread answers, by its setting; and more, for what is answered between two looks. */
const BOUND = 32;
const BETWEEN = 32;

let api: TestProcess;
let clients: SilentClients;
afterEach(async () => {
  clients.leave();
  await api.close();
}, 120_000);

/** The most megabytes that the API holds more than before while they come, and how many it has for them. */
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

it('keeps a bounded part of the answers that nobody reads', { timeout: DEMO_TIMEOUT }, async () => {
  const { grown: more, offered } = await grown({ CLIENT_MEMORY_MB: String(BOUND) });
  expect(offered).toBeGreaterThan(4 * (BOUND + BETWEEN));
  expect(more).toBeLessThan(BOUND + BETWEEN);
});

it('keeps most of them without the bound', { timeout: DEMO_TIMEOUT }, async () => {
  const { grown: more, offered } = await grown({ CLIENT_MEMORY_MB: '0' });
  expect(more).toBeGreaterThan(Math.max(offered / 2, 2 * (BOUND + BETWEEN)));
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_TIMEOUT, startProcess, type TestProcess } from '@channel/api/testing';
import { afterEach, expect, it } from 'vitest';
import { bytesOf } from '../load/connections.ts';

/* Clients that take nothing of their answers: what an API in a process of its own keeps for them. */

const MB = 1_048_576;
const CLIENTS = 40;
/** Lists of 100 orders for each client, and how long until the next client comes: fewer than the API can answer. */
const LISTS = 20;
const PAUSE = 800;
/** What the API keeps of unread answers, by its setting; and more, for what is answered between two looks. */
const BOUND = 32;
const BETWEEN = 32;

let api: TestProcess;
let clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await api.close();
}, 120_000);

async function listOfPartner() {
  const login = await fetch(`${api.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'partner@demo.example', password: 'partner-demo' }),
  });
  const { data } = (await login.json()) as { data: { access_token: string } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const request = { method: 'GET', path: '/v1/orders?per_page=100', headers };
  const answer = await fetch(`${api.url}${request.path}`, { headers });
  return { request: bytesOf(request), size: (await answer.arrayBuffer()).byteLength };
}

/** The most megabytes that the API holds more than before, while clients come who read nothing, and how many it offered them. */
async function grown(env: Readonly<Record<string, string>>): Promise<{ grown: number; offered: number }> {
  api = await startProcess(env);
  const { request, size } = await listOfPartner();
  const before = (await api.memory()).held;
  let most = 0;
  for (let count = 0; count < CLIENTS; count++) {
    const client = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' }).pause();
    clients.push(client.on('error', () => {}));
    await once(client, 'connect');
    client.write(Buffer.concat(Array.from({ length: LISTS }, () => request)));
    await sleep(PAUSE);
    most = Math.max(most, (await api.memory()).held - before);
  }
  const figures = {
    grown: Math.round(most / MB),
    offered: Math.round((CLIENTS * LISTS * size) / MB),
  };
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

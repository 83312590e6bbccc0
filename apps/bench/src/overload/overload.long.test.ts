import { readFileSync } from 'node:fs';
import { DEMO_TIMEOUT, startProcess, type TestProcess } from '@channel/api/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpRequest } from '../load/connections.ts';
import { startDriver } from '../load/start-driver.ts';

/* Far more clients than the API can serve, against a process of its own: what it still answers, and what memory it takes. */

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 60);
const MANY = 500;
/** So many are served as fast as can be. */
const FEW = 16;
const MEMORY = 512;

const PEOPLE = ['partner', 'staff', 'clerk', 'outsider'];

let api: TestProcess;
afterEach(() => api.close(), 120_000);

/** What a person asks for: mostly single orders, some lists of 100, and changes. */
async function requestsOf(person: string): Promise<HttpRequest[]> {
  const login = await fetch(`${api.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${person}@demo.example`, password: `${person}-demo` }),
  });
  const { data } = (await login.json()) as { data: { access_token: string } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const list = { method: 'GET', path: '/v1/orders?per_page=100', headers };
  const listed = await fetch(`${api.url}${list.path}`, { headers });
  const orders = ((await listed.json()) as { data: { id: number }[] }).data.slice(0, 20);
  // Somebody may see none.
  if (orders.length === 0) return [list];
  return orders.flatMap(({ id }, index) => {
    const one = { method: 'GET', path: `/v1/orders/${id}`, headers };
    const change = { ...one, method: 'PATCH', body: JSON.stringify({ reference_code: `over-${index}` }) };
    return [one, list, one, one, change, one, one, one];
  });
}

/** What all ask for, in turn. */
async function everything(people: string[]): Promise<HttpRequest[]> {
  const all = await Promise.all(people.map(requestsOf));
  return Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, at) =>
    all.flatMap((requests) => requests[at % requests.length] ?? []),
  ).flat();
}

/** The most resident memory of the API while something is done, in MB. */
async function memoryDuring(work: Promise<unknown>): Promise<number> {
  let most = 0;
  const sample = () => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8')) ?? [];
    most = Math.max(most, Math.round(Number(kilobytes) / 1_024));
  };
  const sampling = setInterval(sample, 1_000);
  await work.finally(() => clearInterval(sampling));
  sample();
  return most;
}

const share = (values: ArrayLike<number>, part: number): number =>
  Math.round(Array.from(values).sort((one, other) => one - other)[Math.floor(values.length * part)] ?? 0);

describe(`${MANY} connections for ${SECONDS} s, which never pause`, {
  timeout: DEMO_TIMEOUT + 4 * SECONDS * 1_000,
}, () => {
  it('are served at nearly the rate of a few, and the rest is refused soon', async () => {
    api = await startProcess();
    const requests = await everything(PEOPLE);
    const driver = await startDriver();
    const load = async (connections: number, seconds: number) => {
      const job = { port: Number(new URL(api.url).port), connections, requests, offset: 0, mayRefuse: true };
      const { latencies, refusals, elapsed } = await driver.run({ ...job, milliseconds: seconds * 1_000 });
      return { rate: latencies.length / (elapsed / 1_000), latencies, refusals };
    };
    try {
      await load(FEW, SECONDS / 6);
      const few = await load(FEW, SECONDS / 4);
      await api.refusals();
      const loading = load(MANY, SECONDS);
      const memory = await memoryDuring(loading);
      const many = await loading;
      const refusals = await api.refusals();
      const figures = {
        few: Math.round(few.rate),
        many: Math.round(many.rate),
        answers: [0.5, 0.99].map((part) => share(many.latencies, part)),
        refused: many.refusals.length,
        asClientsSee: [0.5, 0.99].map((part) => share(many.refusals, part)),
        atServer: [0.5, 0.99, 1].map((part) => share(refusals, part * (1 - 1e-9))),
        memory,
      };
      console.log(JSON.stringify(figures));
      expect(memory).toBeLessThan(MEMORY);
      expect(share(refusals, 0.99)).toBeLessThan(100);
      expect(many.rate).toBeGreaterThan(0.8 * few.rate);
    } finally {
      driver.stop();
    }
  });
});

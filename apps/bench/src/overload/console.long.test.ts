import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startConsole } from '@channel/e2e/stack/console.ts';
import { freePort } from '@channel/e2e/stack/program.ts';
import { expect, it } from 'vitest';
import { startDriver } from '../load/start-driver.ts';

/* Far more clients than the built console can render pages for, without a login: it sends nothing to the API. */

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 60);
const MANY = 500;
/** A number of connections that are served at the full rate. */
const FEW = 16;
/** More connections than an address may have requests in progress and waiting. */
const EXCESS = 600;
const MEMORY = 512;
const NO_API = 'http://127.0.0.1:9';

const share = (values: ArrayLike<number>, part: number) =>
  Math.round(Float64Array.from(values).sort()[Math.floor(values.length * part)] ?? Number.NaN);

async function overload() {
  const monitor = await freePort();
  const console = await startConsole(NO_API, undefined, {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'testing/refusals.ts')}`,
    MONITOR_PORT: String(monitor),
  });
  const driver = await startDriver();
  const requests = [{ method: 'GET', path: '/login', headers: {} }];
  const load = async (connections: number, seconds: number) => {
    const job = { port: Number(new URL(console.url).port), connections, requests, offset: 0, mayRefuse: [503] };
    const { latencies, refusals, elapsed } = await driver.run({ ...job, milliseconds: seconds * 1_000 });
    return { rate: latencies.length / (elapsed / 1_000), latencies, refusals };
  };
  let memory = 0;
  const sample = () => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${console.pid}/status`, 'utf8')) ?? [];
    memory = Math.max(memory, Math.round(Number(kilobytes) / 1_024));
  };
  const sampling = setInterval(sample, 500);
  try {
    const before = await load(FEW, SECONDS / 4);
    const many = await load(MANY, SECONDS);
    const excess = await load(EXCESS, SECONDS / 4);
    const refusals = (await (await fetch(`http://127.0.0.1:${monitor}`)).json()) as number[];
    const after = await load(FEW, SECONDS / 4);
    const figures = {
      few: [before, after].map(({ rate }) => Math.round(rate)),
      many: Math.round(many.rate),
      answers: [0.5, 0.99].map((part) => share(many.latencies, part)),
      refused: [many, excess].map(({ refusals: { length } }) => length),
      asClientsSee: [many, excess].map((load) => [0.5, 0.99].map((part) => share(load.refusals, part))),
      atServer: [0.5, 0.99, 1].map((part) => share(refusals, part * (1 - 1e-9))),
      memory,
      loadOfMachine: loadavg()[0],
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    return {
      memory: memory < MEMORY,
      refusals: share(refusals, 0.99) < 100,
      goodput: many.rate > (0.8 * (before.rate + after.rate)) / 2,
    };
  } finally {
    clearInterval(sampling);
    driver.stop();
    await console.stop();
  }
}

it(`serves ${MANY} connections that never pause at nearly the rate of a few, in bounded memory, and refuses quickly`, {
  timeout: 4 * SECONDS * 1_000 + 60_000,
}, async () => {
  expect(await overload()).toEqual({ memory: true, refusals: true, goodput: true });
});

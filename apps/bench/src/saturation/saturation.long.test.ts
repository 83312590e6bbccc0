import { startEmbedded } from '@channel/prisma/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claim, postgresDir } from '../place.ts';
import { type Server, startServer } from '../processes.ts';
import { findFacts } from '../workloads/facts.ts';
import { connected, environment, loadWorld, signIn } from '../world/load-world.ts';
import { signInMany } from './callers.ts';
import { type CheapReads, cheapReads, type Figure, readCheaply } from './cheap-reads.ts';
import type { Load } from './load.ts';
import { loadsOf } from './loads.ts';

/*
 * While one surface is overloaded, the others answer cheap reads without delay: the API in
 * a separate process, with its default limits, on an analysed data set of 20,000 orders.
 */

const ORDERS = 20_000;
const MAKING = 900_000;
const STARTING = 120_000;
const ONE_LOAD = 400_000;
/**
 * The bound of a cheap read: a multiple of its time without load, or this many milliseconds, which is what counts on
 * an idle machine.
 */
const TIMES_IDLE = 3;
const SOON = 150;
/** Reads of each kind; fewer where each takes long. */
const SAMPLES = 300;
const FEW_SAMPLES = 60;
/** Other programs may disturb a measurement, but hardly every attempt. */
const ATTEMPTS = 2;

/** Stands for many operators and attackers: the limits of one user or address are not the subject here. */
const MANY = { GRAPHQL_COST_PER_MINUTE: '0', LOGIN_FAILURES_PER_ADDRESS: '0', LOGIN_FAILURES_PER_NETWORK: '0' };

const WORKER = 'worker: events to deliver';
const NAMES = [
  'graphql: operations at the limit of cost',
  'graphql: operations that are refused for their cost',
  'console: pages of 100 orders, searches, boards',
  'v1: lists of 100 orders',
  'v1: product search by date',
  'v1: exports',
  'v1: bookings',
  'v1: password guesses',
  'v1: orders behind a lock',
  WORKER,
];

const endings: (() => unknown)[] = [];
let connectionString: string;
let loads: { limited: Record<string, Load>; unlimited: Record<string, Load> };
let cheap: CheapReads;

beforeAll(async () => {
  endings.push(claim());
  const postgres = await startEmbedded({ dataDir: postgresDir });
  endings.push(() => postgres.stop());
  ({ connectionString } = await loadWorld({ server: postgres.superuser, orders: ORDERS, log: () => {} }));
  const viewers = await signIn(connectionString);
  const facts = await connected(connectionString, async (client) => {
    await client.query('ANALYZE');
    return findFacts(client, viewers);
  });
  const callers = await signInMany(connectionString);
  loads = { limited: loadsOf(facts, callers, true), unlimited: loadsOf(facts, callers, false) };
  cheap = cheapReads(facts, callers);
}, MAKING);

afterAll(async () => {
  for (const ending of endings.reverse()) await ending();
});

type UnderLoad = { name: string; idle: Figure; figure: Figure };

/** Cheap reads of the other surfaces, alone and under a load. */
async function measured(name: string, { port }: Server, isLimited = true): Promise<UnderLoad[]> {
  const load = loads[isLimited ? 'limited' : 'unlimited'][name];
  const samples = isLimited ? SAMPLES : FEW_SAMPLES;
  if (!load) throw new Error(`there is no load ${name}`);
  const { [load.surface]: _loaded, ...others } = cheap;
  const idle = await readCheaply(port, others, SAMPLES);
  const running = await load.begin({ port, connectionString });
  let amount = 'it did not end';
  const underLoad = await readCheaply(port, others, samples).finally(async () => {
    amount = await running.end();
  });
  console.log(`${name} (${amount})`);
  return [...underLoad].map(([other, figure]) => {
    const before = idle.get(other);
    if (!before) throw new Error(`${other} was not measured alone`);
    const text = ({ p50, p99 }: Figure) => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
    console.log(`  ${other}: alone ${text(before)}; under load ${text(figure)}, ${figure.refused} refused`);
    return { name: other, idle: before, figure };
  });
}

const late = (all: readonly UnderLoad[]) =>
  all.filter(({ idle, figure }) => figure.p99 > Math.max(TIMES_IDLE * idle.p99, SOON));
const refused = (all: readonly UnderLoad[]) => all.filter(({ figure }) => figure.refused > 0);

async function starting(env: Readonly<Record<string, string>>): Promise<Server> {
  const server = await startServer('apps/api/src/main.ts', { ...environment(connectionString), ...MANY, ...env });
  endings.push(() => server.stop());
  return server;
}

describe('cheap reads of the other surfaces', { timeout: ONE_LOAD }, () => {
  let server: Server;
  beforeAll(async () => {
    server = await starting({});
  }, STARTING);

  it.each(NAMES)('are answered in time under %s', async (name) => {
    let all: UnderLoad[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      all = await measured(name, server);
      if (late(all).length === 0) break;
    }
    expect(refused(all)).toEqual([]);
    expect(late(all)).toEqual([]);
  });
});

/** Every request is admitted, to connections that all surfaces share, whatever its cost. */
const UNLIMITED = { LIMIT_IN_PROGRESS: '0', GRAPHQL_COST: '100000' };

describe('without limits', { timeout: ONE_LOAD }, () => {
  let server: Server;
  beforeAll(async () => {
    server = await starting(UNLIMITED);
  }, STARTING);

  // A worker has its own process and connections, so the limits of the API do not matter for it.
  it.each(NAMES.filter((name) => name !== WORKER))('are late under %s', async (name) => {
    expect(late(await measured(name, server, false))).not.toEqual([]);
  });
});

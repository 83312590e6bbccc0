import { startFamily } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { NOW } from '../../src/testing/index.ts';
import { clientsOf, type Polling } from './clients.ts';
import { Ledger, Poller } from './poller.ts';
import { ENVIRONMENT, startOn } from './processes.ts';
import { randomOf } from './random.ts';
import { type Scene, sceneOn } from './scene.ts';
import { type Writes, writesOf } from './writers.ts';

/** Two processes of the API on one database, with clients and writers. */
export type World = {
  database: TestDatabase;
  bases: string[];
  clients: Polling[];
  writes: Writes;
  scene: Scene;
  close(): Promise<void>;
};

export async function startWorld(): Promise<World> {
  const database = await testDatabase();
  const { db, application } = database;
  const settings = loadSettings(ENVIRONMENT);
  const scene = await sceneOn({ db, settings });
  const processes = [await startOn(application), await startOn(application)];
  const bases = processes.map(({ url }) => url);
  const all = await clientsOf({ db, settings, now: NOW }, scene);
  const codings = ['identity', 'gzip', 'zstd'];
  const clients = all.map(({ client, reads }, index) => ({
    client: { ...client, headers: { ...client.headers, 'accept-encoding': codings[index % codings.length] ?? '' } },
    reads,
  }));
  const { accessToken } = await startFamily(db, scene.users.staff.id, NOW, settings);
  return {
    database,
    bases,
    clients,
    writes: writesOf({ db, bases, authorization: `Bearer ${accessToken}`, scene }),
    scene,
    async close() {
      await Promise.all(processes.map((each) => each.close()));
      await database.drop();
    },
  };
}

/** `plain`: the share of the requests that have no ETag. */
type Limits = { checks: number; milliseconds: number; seed: number; plain?: number };

export type Figures = {
  checks: number;
  unchanged: number;
  answered: number;
  refused: number;
  rests: number;
  writes: Record<string, number>;
  seconds: number;
  violations: string[];
};

/** Writers at a time, their changes between two rests, and the clients that poll meanwhile. */
const [WRITERS, CHANGES, POLLERS] = [3, 4, 4];
/** Checks of each poller in a rest. */
const RESTING = 40;

/**
 * Writers and pollers through both processes in turn. After some changes the writers rest, all of them acknowledged: then
 * each "unchanged" is compared with the answer.
 */
export async function run({ bases, clients, writes }: World, limits: Limits): Promise<Figures> {
  const begun = performance.now();
  const ledger = new Ledger();
  const pollers = Array.from({ length: POLLERS }, () => new Poller(ledger));
  const made: Record<string, number> = {};
  const names = Object.keys(writes);
  const sum = (of: 'checks' | 'unchanged' | 'answered' | 'refused') =>
    pollers.reduce((all, { figures }) => all + figures[of], 0);
  const isDone = () => sum('checks') >= limits.checks || performance.now() - begun > limits.milliseconds;
  let rests = 0;
  let turn = 0;
  const randoms = [...pollers, ...Array(WRITERS).keys()].map((_, index) => randomOf(limits.seed + 1_000 * index));
  const ask = (poller: Poller, index: number, how: 'poll' | 'check') => {
    const random = randoms[index] as (count: number) => number;
    // Each poller prefers a client, so that it knows the ETags of its URLs.
    const { client, reads } = clients[(random(4) ? index : random(clients.length)) % clients.length] as Polling;
    const { url = '' } = reads[random(reads.length)] ?? {};
    turn += 1;
    const form = random(100) < 100 * (limits.plain ?? 1 / 3) ? 'plain' : 'conditional';
    return poller[how](client, bases[turn % bases.length] ?? '', url, form);
  };
  async function write(index: number): Promise<void> {
    const random = randoms[POLLERS + index] as (count: number) => number;
    for (let change = 0; change < CHANGES; change += 1) {
      const name = names[random(names.length)] ?? '';
      if (await writes[name]?.(random)) made[name] = (made[name] ?? 0) + 1;
    }
  }
  while (!isDone()) {
    let areWriting = true;
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index))).finally(() => {
      areWriting = false;
    });
    await Promise.all([
      writing,
      ...pollers.map(async (poller, index) => {
        while (areWriting) await ask(poller, index, 'poll');
      }),
    ]);
    rests += 1;
    await Promise.all(
      pollers.map(async (poller, index) => {
        for (let each = 0; each < RESTING && !isDone(); each += 1) await ask(poller, index, 'check');
      }),
    );
  }
  for (const poller of pollers) poller.close();
  return {
    checks: sum('checks'),
    unchanged: sum('unchanged'),
    answered: sum('answered'),
    refused: sum('refused'),
    rests,
    writes: made,
    seconds: Math.round((performance.now() - begun) / 1_000),
    violations: ledger.violations,
  };
}

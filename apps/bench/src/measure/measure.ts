import { cpuTime } from '@channel/api/cpu-time';
import type { Driver } from '../load/start-driver.ts';
import type { Server } from '../processes.ts';
import type { Target } from '../targets/target.ts';
import type { Workload } from '../workloads/workload.ts';

/** A running target. */
export type Running = { target: Target; server: Server };

/** The result of a target for a workload, over all rounds. */
export type Measured = {
  workload: string;
  target: Target;
  /** Answers a second. */
  rate: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time for an answer, of the server and of Postgres together. */
  cpu: number;
  /** The share of answers that were 304. */
  unchanged: number;
};

export type Measuring = {
  driver: Driver;
  postgres: { pid: number; exited: Promise<unknown> };
  rounds: number;
  /** Of one target in one round. */
  milliseconds: number;
};

const CONNECTIONS = 8;
/**
 * Warm-up: Postgres plans a statement again on each connection for its first five executions, and Node compiles hot
 * code after a few thousand answers. Never longer than one round.
 */
const WARM_UP = { answers: 4_000, milliseconds: 5_000 };

export type Round = { answers: number; elapsed: number; cpu: number; unchanged: number; latencies: Float64Array };

/** When a load ends, and with which request it begins. */
type Limits = { milliseconds: number; answers?: number; offset?: number; mayRefuse?: readonly number[] };

/** Loads of one target at a time with a workload. */
export type Loads = {
  /** @param milliseconds at most */
  warmUp(running: Running, milliseconds: number): Promise<void>;
  /** @throws when the server, or Postgres, ends */
  round(running: Running, limits: Limits): Promise<Round>;
};

export function loadsOf(workload: Workload, { driver, postgres }: Pick<Measuring, 'driver' | 'postgres'>): Loads {
  const postgresGone = postgres.exited.then((): never => {
    throw new Error('Postgres ended in the middle of a measurement');
  });
  // Postgres is stopped at the end, which is no error.
  postgresGone.catch(() => {});
  const load = async ({ target, server }: Running, limits: Limits) => {
    const job = {
      port: server.port,
      connections: workload.connections ?? CONNECTIONS,
      offset: 0,
      ...limits,
      requests: workload.requests.map((request) => target.request(request)),
    };
    return Promise.race([driver.run(job), server.failure, postgresGone]);
  };
  return {
    warmUp: async (running, milliseconds) => {
      // On a busy machine, the first requests of a new server may wait for its first connections until they are refused.
      const mayRefuse = [503];
      await load(running, { ...WARM_UP, mayRefuse, milliseconds: Math.min(WARM_UP.milliseconds, milliseconds) });
    },
    round: async (running, limits) => {
      const pids = [running.server.pid, postgres.pid];
      const before = cpuTime(pids) ?? Number.NaN;
      const { latencies, elapsed, statuses } = await load(running, limits);
      const cpu = (cpuTime(pids) ?? Number.NaN) - before;
      return { answers: latencies.length, elapsed, cpu, unchanged: statuses[304] ?? 0, latencies };
    },
  };
}

/**
 * Loads targets in turn, in several rounds, each round in another order, so that other load on the machine affects all
 * of them.
 *
 * @throws when a server, or Postgres, ends
 */
export async function measure(
  workload: Workload,
  targets: readonly Running[],
  options: Measuring,
): Promise<Measured[]> {
  const { rounds, milliseconds } = options;
  const loads = loadsOf(workload, options);
  const found = new Map<Running, Round[]>(targets.map((each) => [each, []]));
  let offset = 0;
  for (const each of targets) await loads.warmUp(each, milliseconds);
  for (let round = 0; round < rounds; round += 1) {
    const turns = targets.map((_each, index) => targets[(index + round) % targets.length]);
    for (const each of turns) {
      if (each) found.get(each)?.push(await loads.round(each, { milliseconds, offset }));
    }
    offset += 37;
  }
  return [...found].map(([{ target }, rows]) => summary(workload.name, target, rows));
}

function summary(workload: string, target: Target, rounds: readonly Round[]): Measured {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const all = Float64Array.from(rounds.flatMap(({ latencies }) => [...latencies])).sort();
  const percentile = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  return {
    workload,
    target,
    // The median ignores a disturbed round.
    rate: median(rounds.map(({ answers, elapsed }) => (answers * 1_000) / elapsed)),
    p50: percentile(0.5),
    p99: percentile(0.99),
    cpu: sum(({ cpu }) => cpu) / sum(({ answers }) => answers),
    unchanged: sum(({ unchanged }) => unchanged) / sum(({ answers }) => answers),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

import type { HttpRequest, JobResult } from '../load/connections.ts';
import { startDriver } from '../load/start-driver.ts';
import { connected } from '../world/load-world.ts';
import type { Load } from './loads.ts';

/** What one cheap read took, in milliseconds, and how many of its requests were refused. */
export type Figure = { p50: number; p99: number; refused: number };

export type Place = { port: number; connectionString: string };

const SAMPLES = 300;
/** Milliseconds between two cheap reads of one kind, so that they are no load themselves. */
const PAUSE = 15;
const LONGEST = 120_000;
/** Milliseconds until a load is felt. */
const BEGINNING = 1_500;

/** Sends cheap reads, all kinds at the same time, each from a process of its own. */
export async function readCheaply<Name extends string>(
  { port }: Place,
  requests: readonly (readonly [Name, HttpRequest])[],
): Promise<Map<Name, Figure>> {
  const drivers = await Promise.all(requests.map(() => startDriver()));
  const job = { port, connections: 1, milliseconds: LONGEST, answers: SAMPLES, offset: 0, pause: PAUSE };
  try {
    const figures = requests.map(async ([name, request], index): Promise<[Name, Figure] | undefined> => {
      const result = await drivers[index]?.run({ ...job, requests: [request], countsRefusals: true });
      return result && [name, figureOf(result)];
    });
    return new Map((await Promise.all(figures)).filter((figure) => figure !== undefined));
  } finally {
    for (const driver of drivers) driver.stop();
  }
}

function figureOf({ latencies, refused }: JobResult): Figure {
  const sorted = latencies.toSorted();
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
  return {
    p50: percentile(0.5),
    p99: percentile(0.99),
    refused: Object.values(refused).reduce((sum, count) => sum + count, 0),
  };
}

/** Does something while a load is on. @returns also the rate of the load, and its refusals by status */
export async function besideLoad<Result>(
  { port, connectionString }: Place,
  { connections, requests, locked }: Load,
  work: () => Promise<Result>,
): Promise<{ result: Result; load: Pick<JobResult, 'refused'> & { rate: number } }> {
  const driver = await startDriver();
  try {
    const job = { port, connections, milliseconds: LONGEST, requests, offset: 0, countsRefusals: true };
    const holding = async () => {
      const loaded = driver.run(job);
      await new Promise((resolve) => setTimeout(resolve, BEGINNING));
      const result = await work();
      driver.end();
      return { result, loaded };
    };
    const { result, loaded } = locked
      ? await connected(connectionString, async (client) => {
          await client.query(`BEGIN; LOCK TABLE ${locked} IN ACCESS EXCLUSIVE MODE`);
          return holding();
        })
      : await holding();
    const { latencies, refused, elapsed } = await loaded;
    return { result, load: { refused, rate: (latencies.length * 1_000) / elapsed } };
  } finally {
    driver.stop();
  }
}

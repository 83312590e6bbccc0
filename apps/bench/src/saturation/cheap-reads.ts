import type { HttpRequest, JobResult } from '../load/connections.ts';
import { startDriver } from '../load/start-driver.ts';
import type { Facts } from '../workloads/workload.ts';
import type { Callers } from './callers.ts';
import type { SurfaceName } from './load.ts';
import { consoleOf, graphql } from './requests.ts';

/* The reads that are measured under load. */

/** The milliseconds of a cheap read, refusals included, and the number of refusals. */
export type Figure = { p50: number; p99: number; refused: number };

export type CheapReads = Partial<Record<SurfaceName | '/healthz', HttpRequest>>;

/** Milliseconds between two cheap reads of one kind, so that they are not a load themselves. */
const PAUSE = 15;
const LONGEST = 120_000;

/** A cheap read of each surface, and the liveness check of the process. */
export function cheapReads({ orderIds }: Facts, callers: Callers): CheapReads {
  const authorization = callers.sellers[0] ?? '';
  return {
    v1: { method: 'GET', path: `/v1/orders/${orderIds[0]}`, headers: { authorization } },
    console: consoleOf(callers.cookies)('Viewer', {}),
    graphql: graphql({ query: '{ viewer { id: databaseId name } }' }, { authorization: callers.admin }),
    '/healthz': { method: 'GET', path: '/healthz', headers: {} },
  };
}

/** Sends this many cheap reads of each kind, all kinds concurrently, each from a separate process. */
export async function readCheaply(port: number, reads: CheapReads, samples: number): Promise<Map<string, Figure>> {
  const all = await Promise.all(
    Object.entries(reads).map(async ([name, request]) => ({ name, request, driver: await startDriver() })),
  );
  const job = { port, connections: 1, milliseconds: LONGEST, answers: samples, offset: 0, pause: PAUSE };
  try {
    const figures = all.map(async ({ name, request, driver }) => {
      const result = await driver.run({ ...job, requests: [request], mayRefuse: [429, 503] });
      return [name, figureOf(result)] as const;
    });
    return new Map(await Promise.all(figures));
  } finally {
    for (const { driver } of all) driver.stop();
  }
}

function figureOf({ latencies, refusals }: JobResult): Figure {
  const sorted = [...latencies, ...refusals].sort((one, other) => one - other);
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
  return { p50: percentile(0.5), p99: percentile(0.99), refused: refusals.length };
}

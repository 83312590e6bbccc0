import type { Driver } from '../load/start-driver.ts';
import { residentMemory } from '../processes.ts';
import type { Workload } from '../workloads/workload.ts';
import type { Running } from './measure.ts';
import type { Row } from './report.ts';

/** Its name in results. */
export const MEMORY_WORKLOAD = 'memory under full load';

const CONNECTIONS = 32;
const MEGABYTE = 1_000_000;

/** Loads a server with all reads mixed, over many connections, and samples its memory meanwhile. */
export async function measureMemory(
  { target, server }: Running,
  workloads: readonly Workload[],
  driver: Driver,
  milliseconds: number,
): Promise<Row> {
  const requests = workloads.filter(({ writes }) => writes === undefined).flatMap((workload) => workload.requests);
  // Neighbours in the list are of the same workload: a step that is coprime to the length mixes them.
  const step = 7_919;
  const mixed = requests
    .map((_request, index) => requests[(index * step) % requests.length])
    .filter((request) => request !== undefined);
  let max = 0;
  const watch = setInterval(() => {
    max = Math.max(max, residentMemory(server.pid));
  }, 100);
  try {
    const { latencies, elapsed } = await Promise.race([
      driver.run({
        port: server.port,
        connections: CONNECTIONS,
        milliseconds,
        requests: mixed.map((request) => target.request(request)),
        offset: 0,
      }),
      server.failure,
    ]);
    const sorted = latencies.sort();
    const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
    return {
      workload: MEMORY_WORKLOAD,
      target: target.name,
      rate: Number(((latencies.length * 1_000) / elapsed).toFixed(1)),
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      cpu_ms_per_request: null,
      ratio_to_baseline: null,
      memory_mb: Math.round(max / MEGABYTE),
    };
  } finally {
    clearInterval(watch);
  }
}

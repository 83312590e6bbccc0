import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCollector } from '@channel/api/collector';
import { afterAll, expect, it } from 'vitest';
import type { Comparison } from '../compare/result.ts';
import { median } from '../measure/measure.ts';
import { root } from '../place.ts';

/* What traces cost: the processor time of an answer with a collector, compared with the same server without one. */

const WORKLOADS = ['one order', 'booking for two'];
/** The most that the default share may add. */
const MOST = 1.05;
/** Starts of equal servers differ, so several are measured. */
const STARTS = 3;
const TIMEOUT = 1_800_000;

const folder = mkdtempSync(join(tmpdir(), 'channel-traces-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The processor time with traces relative to that without, and the spans that came. */
type Cost = { ratio: number; spans: number };

/** @param share of the traces that are sent */
async function costOf(workload: string, share: number): Promise<Cost> {
  const collector = await startCollector();
  const json = join(folder, `${share}.json`);
  const settings = [`OTEL_EXPORTER_OTLP_ENDPOINT=${collector.url}`, `OTEL_TRACES_SAMPLER_ARG=${share}`];
  const args = ['scripts/bench.mjs', '--quick', '--workload', workload, '--json', json, '--compare', 'HEAD'];
  try {
    // A cost of more than 10 % has the exit code 1.
    await promisify(execFile)(process.execPath, [...args, ...settings.flatMap((each) => ['--set', each])], {
      cwd: root,
    }).catch(() => {});
    const { workloads }: { workloads: Comparison[] } = JSON.parse(readFileSync(json, 'utf8'));
    const [found] = workloads;
    console.log(`${workload}, share ${share}, load ${loadavg()[0]?.toFixed(1)}: ${JSON.stringify(found)}`);
    return { ratio: found?.ratio ?? Number.NaN, spans: collector.spans().length };
  } finally {
    await collector.close();
    rmSync(json, { force: true });
  }
}

it.each(WORKLOADS)(
  'traces at the default share take at most 5 % more, all of them take more: %s',
  { timeout: TIMEOUT },
  async (workload) => {
    const some: Cost[] = [];
    for (let start = 1; start <= STARTS; start += 1) some.push(await costOf(workload, 0.1));
    const all = await costOf(workload, 1);
    expect(Math.min(...some.map(({ spans }) => spans))).toBeGreaterThan(100);
    const ratio = median(some.map((each) => each.ratio));
    console.log(`${workload}: ${ratio.toFixed(3)} at the default share, ${all.ratio.toFixed(3)} with all traces`);
    expect(ratio).toBeLessThan(MOST);
    expect(all.ratio).toBeGreaterThan(ratio);
  },
);

import { writeFileSync } from 'node:fs';
import { cpuTime } from '@channel/api/cpu-time';
import { startEmbedded } from '@channel/prisma/embedded';
import { startDriver } from '../load/start-driver.ts';
import { loadsOf, type Measuring, median, type Running } from '../measure/measure.ts';
import { bodyOf } from '../measure/same-answers.ts';
import type { Options } from '../options.ts';
import { claim, postgresDir } from '../place.ts';
import { reads } from '../workloads/reads.ts';
import type { Workload } from '../workloads/workload.ts';
import { writes } from '../workloads/writes.ts';
import { commitOf, removeCommits } from './commits.ts';
import { decide, intervalOf } from './decide.ts';
import { type Comparison, exitCodeOf, heading, line, summaryOf } from './result.ts';
import { copyForSides, type Log, prepareSides, startSides } from './sides.ts';

/*
 * `npm run bench -- --compare BASE HEAD`: whether a commit takes more processor time than another one. Both servers run
 * at once and are loaded in alternating rounds with the same requests.
 */

/** The length of a round without disturbance, in milliseconds. */
const ROUND = 500;
/** A round that takes this many times as long is ended. */
const MAX_ROUNDS = 8;
const WARM_UP = 5_000;
/** The risk that the interval of any workload does not contain its ratio. */
const RISK = 0.01;
/** Answers of a workload that are compared. */
const COMPARED = 4;

type Gate = {
  log: Log;
  /** Registers what ends a started part. */
  onEnd: (ending: () => unknown) => void;
  startAll: Parameters<typeof startSides>[2];
};

/** @returns the exit code: 0 for no regression, 1 for one, 2 where the limit of rounds did not suffice to decide */
export async function compareCommits(
  options: Options,
  names: [base: string, head?: string],
  gate: Gate,
): Promise<number> {
  const { log, onEnd, startAll } = gate;
  const { orders, json, workload: part = '' } = options;
  if (cpuTime([process.pid]) === undefined) throw new Error('--compare needs Linux, which counts processor time.');
  const base = await commitOf(names[0]);
  const head = names[1] === undefined ? undefined : await commitOf(names[1]);
  onEnd(claim());
  removeCommits();
  onEnd(removeCommits);
  const prepared = await prepareSides(base, head, log);
  const postgres = await startEmbedded({ dataDir: postgresDir });
  onEnd(() => postgres.stop());
  const databases = await copyForSides(prepared, { server: postgres.superuser, orders, log });
  const { running, facts } = await startSides(prepared.sides, databases, startAll);
  const all = [...reads(facts), ...writes(facts)];
  const workloads = all.filter(({ name }) => name.includes(part));
  if (workloads.length === 0)
    throw new Error(`--workload must be part of the name of a workload: ${all.map(({ name }) => name).join('; ')}.`);
  const driver = await startDriver();
  onEnd(() => driver.stop());

  const risk = RISK / workloads.length;
  const found: Comparison[] = [];
  console.log(`\n${heading(risk)}`);
  for (const workload of workloads) {
    const note = await differenceOf(workload, running);
    const limits = { risk, pairs: Math.max(1, Math.floor(options.milliseconds / ROUND)) };
    const one = note.isNew ? newWorkload(workload) : await compareOne(workload, running, { driver, postgres }, limits);
    found.push(one);
    console.log(line(one));
    if (note.text) console.log(`  ${note.text}`);
  }
  console.log(`\n${summaryOf(found)}`);
  const result = { base, head: head ?? null, orders, confidence: 1 - risk, workloads: found };
  if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  return exitCodeOf(found);
}

/**
 * How the answers of the two differ, which a change may intend.
 *
 * @throws when head does not answer
 */
async function differenceOf(
  workload: Workload,
  running: readonly Running[],
): Promise<{ isNew: boolean; text?: string }> {
  const [base, head] = running;
  if (!base || !head) throw new Error('two servers are compared');
  const requests = workload.requests.slice(0, workload.writes ? 1 : COMPARED);
  let differing = 0;
  for (const request of requests) {
    const answer = await bodyOf(head, head.target.request(request));
    try {
      if ((await bodyOf(base, base.target.request(request))) !== answer) differing += 1;
    } catch (error) {
      return { isNew: true, text: error instanceof Error ? error.message : String(error) };
    }
  }
  // Ids and times of what is written differ.
  if (workload.writes || differing === 0) return { isNew: false };
  return { isNew: false, text: `${differing} of ${requests.length} answers differ between the two` };
}

const newWorkload = ({ name }: Workload): Comparison => ({ workload: name, verdict: 'new', pairs: 0 });

/** Measures pairs of rounds until they decide, or until their limit. */
async function compareOne(
  workload: Workload,
  running: readonly Running[],
  measuring: Pick<Measuring, 'driver' | 'postgres'>,
  limits: { risk: number; pairs: number },
): Promise<Comparison> {
  const [base, head] = running;
  if (!base || !head) throw new Error('two servers are compared');
  const loads = loadsOf(workload, measuring);
  for (const each of running) await loads.warmUp(each, WARM_UP);
  // Both rounds of a pair have the same requests: as many as the slower server answers in the time of a round.
  const first = [await loads.round(base, { milliseconds: ROUND }), await loads.round(head, { milliseconds: ROUND })];
  const answers = Math.min(...first.map((round) => round.answers));
  const costs = { base: [] as number[], head: [] as number[] };
  const ratios: number[] = [];
  let verdict: Comparison['verdict'] | 'more' = 'more';
  for (let offset = answers; verdict === 'more'; offset += answers) {
    const turns = ratios.length % 2 === 0 ? [base, head] : [head, base];
    const cost = new Map<Running, number>();
    for (const each of turns) {
      const round = await loads.round(each, { milliseconds: ROUND * MAX_ROUNDS, answers, offset });
      cost.set(each, round.cpu / round.answers);
    }
    const [ofBase = Number.NaN, ofHead = Number.NaN] = [cost.get(base), cost.get(head)];
    costs.base.push(ofBase);
    costs.head.push(ofHead);
    ratios.push(ofHead / ofBase);
    verdict = decide(ratios, limits.risk);
    if (verdict === 'more' && ratios.length >= limits.pairs) verdict = 'undecided';
  }
  return {
    workload: workload.name,
    verdict,
    ...intervalOf(ratios, limits.risk),
    pairs: ratios.length,
    base_cpu_ms: median(costs.base),
    head_cpu_ms: median(costs.head),
  };
}

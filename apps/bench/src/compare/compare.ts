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
import { intervalOf, nextStep, type Step } from './decide.ts';
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
  const { orders, json, settings, workload: part = '' } = options;
  if (cpuTime([process.pid]) === undefined) throw new Error('--compare needs Linux, which counts processor time.');
  const base = await commitOf(names[0]);
  const head = names[1] === undefined ? undefined : await commitOf(names[1]);
  onEnd(claim());
  removeCommits();
  onEnd(removeCommits);
  const prepared = await prepareSides({ base, head, settings }, log);
  const postgres = await startEmbedded({ dataDir: postgresDir });
  onEnd(() => postgres.stop());
  const { databases, isSwappable } = await copyForSides(prepared, { server: postgres.superuser, orders, log });
  const driver = await startDriver();
  onEnd(() => driver.stop());

  const limits = { risk: RISK, pairs: Math.max(1, Math.floor(options.milliseconds / ROUND)) };
  const found = new Map<string, Found>();
  for (let open = true; open; ) {
    const { running, facts } = await startSides(prepared.sides, databases, startAll);
    const all = [...reads(facts), ...writes(facts)];
    const requested = all.filter(({ name }) => name.includes(part));
    if (requested.length === 0)
      throw new Error(`--workload must be part of the name of a workload: ${all.map(({ name }) => name).join('; ')}.`);
    if (found.size === 0) {
      limits.risk = RISK / requested.length;
      console.log(`\n${heading(limits.risk)}`);
    }
    for (const workload of requested) {
      const earlier = found.get(workload.name);
      if (earlier && earlier.step !== 'restart') continue;
      const now = await compareOne(workload, running, { driver, postgres }, limits, earlier);
      found.set(workload.name, now);
      console.log(line(comparisonOf(now, limits.risk)));
      if (now.note && !earlier) console.log(`  ${now.note}`);
    }
    open = [...found.values()].some(({ step }) => step === 'restart');
    for (const { server } of running) await server.stop();
    // Each commit gets the other copy, unless their schemas differ.
    if (isSwappable) databases.reverse();
  }
  const workloads = [...found.values()].map((each) => comparisonOf(each, limits.risk));
  console.log(`\n${summaryOf(workloads)}`);
  const result = { base, head: head ?? null, orders, confidence: 1 - limits.risk, workloads };
  if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  return exitCodeOf(workloads);
}

/** What was measured of a workload. */
type Found = {
  workload: string;
  step: Step | 'new';
  /** The ratios of each start of the servers. */
  starts: number[][];
  /** Milliseconds of processor time for an answer, of each round. */
  base: number[];
  head: number[];
  note?: string;
};

function comparisonOf({ workload, step, starts, base, head }: Found, risk: number): Comparison {
  const ratios = starts.flat();
  const verdict = step === 'restart' || step === 'pair' ? 'repeated' : step;
  if (verdict === 'new') return { workload, verdict, pairs: 0 };
  const costs = { base_cpu_ms: median(base), head_cpu_ms: median(head) };
  return { workload, verdict, pairs: ratios.length, ...intervalOf(ratios, risk), ...costs };
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

/** Measures pairs of rounds with these servers, after those of earlier ones, until no further one is needed. */
async function compareOne(
  workload: Workload,
  running: readonly Running[],
  measuring: Pick<Measuring, 'driver' | 'postgres'>,
  limits: { risk: number; pairs: number },
  earlier: Found = { workload: workload.name, step: 'pair', starts: [], base: [], head: [] },
): Promise<Found> {
  const [base, head] = running;
  if (!base || !head) throw new Error('two servers are compared');
  const { isNew, text } = await differenceOf(workload, running);
  const noted = { ...earlier, ...(text !== undefined && { note: text }) };
  if (isNew) return { ...noted, step: 'new' };
  const loads = loadsOf(workload, measuring);
  for (const each of running) await loads.warmUp(each, WARM_UP);
  // Both rounds of a pair have the same requests: as many as the slower server answers in the time of a round.
  const first = [await loads.round(base, { milliseconds: ROUND }), await loads.round(head, { milliseconds: ROUND })];
  const answers = Math.min(...first.map((round) => round.answers));
  const ratios: number[] = [];
  const found: Found = { ...noted, starts: [...earlier.starts, ratios] };
  const costOf = async (each: Running, offset: number) => {
    const round = await loads.round(each, { milliseconds: ROUND * MAX_ROUNDS, answers, offset });
    return round.cpu / round.answers;
  };
  found.step = 'pair';
  for (let offset = answers; found.step === 'pair'; offset += answers) {
    const isBaseFirst = ratios.length % 2 === 0;
    const before = isBaseFirst ? await costOf(base, offset) : Number.NaN;
    const ofHead = await costOf(head, offset);
    const ofBase = isBaseFirst ? before : await costOf(base, offset);
    found.base.push(ofBase);
    found.head.push(ofHead);
    ratios.push(ofHead / ofBase);
    found.step = nextStep(found.starts, limits);
  }
  return found;
}

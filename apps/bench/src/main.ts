import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '@channel/prisma/embedded';
import { startDriver } from './load/start-driver.ts';
import { countStatements } from './measure/count-statements.ts';
import { type Measuring, measure, type Running } from './measure/measure.ts';
import { MEMORY_WORK, measureMemory } from './measure/memory.ts';
import { machine, type Row, rowsOf, table } from './measure/report.ts';
import { bodyOf, compareAnswers } from './measure/same-answers.ts';
import { compareWrites } from './measure/same-writes.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { claim, postgresDir } from './place.ts';
import type { Environment } from './processes.ts';
import { postgraphile } from './targets/postgraphile/target.ts';
import { sofa } from './targets/sofa/target.ts';
import type { Target } from './targets/target.ts';
import { baseline, executed, ours } from './targets/v1.ts';
import { yoga } from './targets/yoga/target.ts';
import { findFacts } from './workloads/facts.ts';
import { reads } from './workloads/reads.ts';
import type { Workload } from './workloads/workload.ts';
import { writes } from './workloads/writes.ts';
import { connected, environment, loadWorld, signIn } from './world/load-world.ts';

/*
 * `npm run bench`: the same orders, the same questions, the same answers, by this server and by what one might have used in
 * its place. docs/performance.md says what the works are and keeps results.
 */

/** A quick run has so many milliseconds in all, and these at least for each turn of each contender. */
const QUICK = { budget: 44_000, least: 100 };
const ROUNDS = { quick: 2, full: 3 };
/** So many answers to each work are compared. */
const COMPARED = { quick: 4, full: 12 };
/** So many milliseconds of full load, to see how much memory it takes. */
const LOADED = 60_000;

const started = performance.now();
const log = (message: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${message}`);

/** Ends what was started, in reverse order. */
const endings: (() => unknown)[] = [];

async function bench(options: Options): Promise<void> {
  const { orders, isQuick, json } = options;
  const groups = groupsOf(options);
  log(`${machine()}; ${orders.toLocaleString('en')} orders`);
  endings.push(claim());
  const postgres = await startEmbedded({ dataDir: postgresDir });
  endings.push(() => postgres.stop());
  const world = await loadWorld({ server: postgres.superuser, orders, log });
  log(world.isKept ? 'the world of earlier today is ready' : 'the world is ready');
  const { connectionString } = world;
  const viewers = await signIn(connectionString);
  const facts = await connected(connectionString, (client) => findFacts(client, viewers));
  const all = [...reads(facts), ...writes(facts)];
  const workloads = all.filter(({ name }) => name.includes(options.workload ?? ''));
  const isMeasured = !isQuick && MEMORY_WORK.includes(options.workload ?? '');
  if (workloads.length === 0 && !isMeasured) {
    const names = [...all.map(({ name }) => name), ...(isQuick ? [] : [MEMORY_WORK])];
    throw new Error(`--work names none of the works: ${names.join('; ')}.`);
  }
  const driver = await startDriver();
  endings.push(() => driver.stop());

  const rows: Row[] = [];
  /** What a group is measured with: what the one beside the limit can do. */
  const worksOf = (group: readonly Target[]) => workloads.filter((workload) => group.at(-1)?.can(workload));
  const turns = groups.flatMap((group) =>
    worksOf(group).flatMap((workload) => group.filter((each) => each.can(workload))),
  );
  let left = turns.length;
  for (const [index, group] of groups.entries()) {
    const before = endings.length;
    const running = await startAll(group, environment(connectionString));
    for (const workload of worksOf(group)) {
      const able = running.filter(({ target }) => target.can(workload));
      const run = { driver, postgres, connectionString, ...pace(options, left) };
      left -= able.length;
      const measured = await one(workload, able, run);
      // The limit stands in the results as it was beside this server.
      rows.push(...measured.filter(({ target }) => index === 0 || target !== baseline.name));
    }
    const server = running.find(({ target }) => target === ours);
    if (isMeasured && server) {
      const row = await measureMemory(server, reads(facts), driver, LOADED);
      console.log(`\n${MEMORY_WORK}\n  ${row.target} held at most ${row.memory_mb} MB in ${LOADED / 1_000} s`);
      rows.push(row);
    }
    await end(before);
  }
  if (groups.length > 1) {
    console.log('\nAll of them, the limit as it was beside the first. Ratios are to the limit that ran beside each:');
    for (const { name } of workloads) console.log(`\n${table(rows.filter((row) => row.workload === name))}`);
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  log('done');
}

async function startAll(targets: readonly Target[], env: Environment): Promise<Running[]> {
  const running = await Promise.all(
    targets.map(async (target): Promise<Running> => {
      const server = await target.start(env);
      endings.push(() => server.stop());
      return { target, server };
    }),
  );
  log(`${targets.map(({ letter, name }) => `(${letter}) ${name}`).join(' and ')} ready`);
  return running;
}

/** How long a contender is loaded with a work. @param turns so many of these are still to come */
function pace({ isQuick, milliseconds }: Options, turns: number): Pick<Run, 'rounds' | 'milliseconds' | 'compared'> {
  const rounds = isQuick ? ROUNDS.quick : ROUNDS.full;
  const compared = isQuick ? COMPARED.quick : COMPARED.full;
  if (!isQuick) return { rounds, compared, milliseconds: milliseconds / rounds };
  const left = QUICK.budget - (performance.now() - started);
  // Each turn has a warm-up besides, and answers that are compared.
  return { rounds, compared, milliseconds: Math.max(QUICK.least, left / (turns * (rounds + 1))) };
}

type Run = Measuring & { connectionString: string; compared: number };

async function one(workload: Workload, running: readonly Running[], run: Run): Promise<Row[]> {
  if (workload.writes) await connected(run.connectionString, (client) => compareWrites(workload, running, client));
  const compared = workload.writes ? [] : await compareAnswers(workload, running, run.compared);
  const rows = rowsOf(await measure(workload, running, run), compared);
  console.log(`\n${table(rows)}`);
  const counted = await statementsOf(workload, running, run);
  return rows.map((row) => ({ ...row, ...counted.get(row.target) }));
}

/** How many statements a request of a work is, where the work asks for that. */
async function statementsOf(workload: Workload, running: readonly Running[], { connectionString }: Run) {
  const found = new Map<string, { statements: number }>();
  const [ask] = workload.asks;
  if (!workload.countsStatements || !ask) return found;
  for (const each of running) {
    const { name } = each.target;
    const statements = await connected(connectionString, (client) =>
      countStatements(client, join(postgresDir, 'postgres.log'), () => bodyOf(each, each.target.request(ask))),
    );
    console.log(`  ${name} sends Postgres ${statements} statements for one request, from the token to COMMIT`);
    found.set(name, { statements });
  }
  return found;
}

/**
 * Who runs at the same time: the limit beside each of those that were asked for, in turn. A quick run installs nothing.
 *
 * @throws for a letter that stands for nobody, or for nobody in a quick run
 */
function groupsOf({ targets, isQuick }: Options): Target[][] {
  const all = isQuick ? [ours, executed] : [ours, executed, yoga, sofa, postgraphile];
  const known = [baseline, ...all].map(({ letter }) => letter);
  if (targets?.some((each) => !known.includes(each)))
    throw new Error(`--contenders must be some of ${known.join(',')}${isQuick ? ' in a quick run' : ''}.`);
  const requested = all.filter(({ letter }) => targets?.includes(letter) ?? true);
  return requested.length > 0 ? requested.map((each) => [baseline, each]) : [[baseline]];
}

/** Ends what was started, but for so many that were started first. */
async function end(kept = 0): Promise<void> {
  for (const ending of endings.splice(kept).reverse()) await ending();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => void end().finally(() => process.exit(1)));
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else console.log(HELP);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await end();
}
// Not the end of whoever started this.
process.removeAllListeners('disconnect');
process.disconnect?.();

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '@channel/prisma/embedded';
import { compareCommits } from './compare/compare.ts';
import { HELP } from './help.mjs';
import { startDriver } from './load/start-driver.ts';
import { startRelay } from './load/start-relay.ts';
import { countStatements } from './measure/count-statements.ts';
import { type Measuring, measure, type Running } from './measure/measure.ts';
import { MEMORY_WORKLOAD, measureMemory } from './measure/memory.ts';
import { machine, type Row, rowsOf, table } from './measure/report.ts';
import { bodyOf, compareAnswers } from './measure/same-answers.ts';
import { compareWrites } from './measure/same-writes.ts';
import { type Options, readOptions } from './options.ts';
import { claim, postgresDir } from './place.ts';
import { type Environment, stopPrograms } from './processes.ts';
import { postgraphile } from './targets/postgraphile/target.ts';
import { sofa } from './targets/sofa/target.ts';
import type { Target } from './targets/target.ts';
import { baseline, executed, thisServer } from './targets/v1.ts';
import { yoga } from './targets/yoga/target.ts';
import { findFacts } from './workloads/facts.ts';
import { reads } from './workloads/reads.ts';
import type { Workload } from './workloads/workload.ts';
import { writes } from './workloads/writes.ts';
import { connected, environment, loadWorld, signIn } from './world/load-world.ts';

/*
 * `npm run bench`: the same orders, the same requests, the same answers, by this server and by alternative
 * implementations. docs/performance.md describes the workloads and has results.
 */

/** The total milliseconds of a quick run, and the minimum for each round of each target. */
const QUICK = { budget: 44_000, least: 100 };
const ROUNDS = { quick: 2, full: 3 };
/** The number of answers to each workload that are compared. */
const COMPARED = { quick: 4, full: 12 };
/** Milliseconds of full load for the memory workload. */
const LOADED = 60_000;

const started = performance.now();
const log = (message: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${message}`);

/** Functions that stop what was started, called in reverse order. */
const endings: (() => unknown)[] = [];

async function bench(options: Options): Promise<void> {
  const { orders, isQuick, json } = options;
  const groups = groupsOf(options);
  log(`${machine()}; ${orders.toLocaleString('en')} orders`);
  endings.push(claim());
  const postgres = await startEmbedded({ dataDir: postgresDir });
  endings.push(() => postgres.stop());
  const world = await loadWorld({ server: postgres.superuser, orders, log });
  log(world.isKept ? 'the data set of earlier today is ready' : 'the data set is ready');
  const { connectionString } = world;
  const viewers = await signIn(connectionString);
  const facts = await connected(connectionString, (client) => findFacts(client, viewers));
  const all = [...reads(facts), ...writes(facts)];
  const workloads = all.filter(({ name }) => name.includes(options.workload ?? ''));
  const isMeasured = !isQuick && MEMORY_WORKLOAD.includes(options.workload ?? '');
  if (workloads.length === 0 && !isMeasured) {
    const names = [...all.map(({ name }) => name), ...(isQuick ? [] : [MEMORY_WORKLOAD])];
    throw new Error(`--workload must be part of the name of a workload: ${names.join('; ')}.`);
  }
  const driver = await startDriver();
  endings.push(() => driver.stop());

  const rows: Row[] = [];
  /** The workloads of a group: those that its last target supports. */
  const workloadsOf = (group: readonly Target[]) => workloads.filter((workload) => group.at(-1)?.can(workload));
  const turns = groups.flatMap((group) =>
    workloadsOf(group).flatMap((workload) => group.filter((each) => each.can(workload))),
  );
  let left = turns.length;
  for (const [index, group] of groups.entries()) {
    const before = endings.length;
    const running = await startAll(group, environment(connectionString));
    for (const workload of workloadsOf(group)) {
      const able = workload.delaysPostgres
        ? await startDelayed(group, connectionString)
        : running.filter(({ target }) => target.can(workload));
      const run = { driver, postgres, connectionString, ...pace(options, left) };
      left -= able.length;
      const measured = await one(workload, able, run);
      // The results list the baseline once, as it ran together with this server.
      rows.push(...measured.filter(({ target }) => index === 0 || target !== baseline.name));
    }
    const server = running.find(({ target }) => target === thisServer);
    if (isMeasured && server) {
      const row = await measureMemory(server, reads(facts), driver, LOADED);
      console.log(`\n${MEMORY_WORKLOAD}\n  ${row.target} held at most ${row.memory_mb} MB in ${LOADED / 1_000} s`);
      rows.push(row);
    }
    await end(before);
  }
  if (groups.length > 1) {
    console.log(
      '\nAll targets, with the baseline that ran together with the first. Ratios are to the baseline that ran together with each:',
    );
    for (const { name } of workloads) console.log(`\n${table(rows.filter((row) => row.workload === name))}`);
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  log('done');
}

/** Starts targets once more, which reach Postgres through a relay. They end with the group. */
async function startDelayed(targets: readonly Target[], connectionString: string): Promise<Running[]> {
  const relay = await startRelay(connectionString);
  endings.push(() => relay.stop());
  return startAll(targets, environment(relay.connectionString));
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

/** How long a target is loaded with a workload. @param turns the number of remaining loads */
function pace({ isQuick, milliseconds }: Options, turns: number): Pick<Run, 'rounds' | 'milliseconds' | 'compared'> {
  const rounds = isQuick ? ROUNDS.quick : ROUNDS.full;
  const compared = isQuick ? COMPARED.quick : COMPARED.full;
  if (!isQuick) return { rounds, compared, milliseconds: milliseconds / rounds };
  const left = QUICK.budget - (performance.now() - started);
  // Each load also has a warm-up and answers that are compared.
  return { rounds, compared, milliseconds: Math.max(QUICK.least, left / (turns * (rounds + 1))) };
}

type Run = Measuring & { connectionString: string; compared: number };

async function one(workload: Workload, running: readonly Running[], run: Run): Promise<Row[]> {
  if (workload.writes) await connected(run.connectionString, (client) => compareWrites(workload, running, client));
  const compared = workload.writes ? [] : await compareAnswers(workload, running, run.compared);
  for (const { target, more } of compared)
    if (more.length > 0) log(`${target} also answers with ${more.join(', ')}, which the baseline lacks`);
  const measured = await measure(workload, running, run);
  for (const { target, unchanged } of measured)
    if (unchanged > 0) log(`${target.name} answers ${(unchanged * 100).toFixed(0)} % with 304`);
  const rows = rowsOf(measured, compared);
  console.log(`\n${table(rows)}`);
  const counted = await statementsOf(workload, running, run);
  return rows.map((row) => ({ ...row, ...counted.get(row.target) }));
}

/** The number of statements of a request, for workloads that count them. */
async function statementsOf(workload: Workload, running: readonly Running[], { connectionString }: Run) {
  const found = new Map<string, { statements: number }>();
  const [request] = workload.requests;
  if (!workload.countsStatements || !request) return found;
  for (const each of running) {
    const { name } = each.target;
    const statements = await connected(connectionString, (client) =>
      countStatements(client, join(postgresDir, 'postgres.log'), () => bodyOf(each, each.target.request(request))),
    );
    console.log(`  ${name} sends Postgres ${statements} statements for one request, from the token to COMMIT`);
    found.set(name, { statements });
  }
  return found;
}

/**
 * The groups that run together: the baseline with each of the requested targets, in turn. A quick run installs nothing.
 *
 * @throws for a letter of no target, or of none in a quick run
 */
function groupsOf({ targets, isQuick }: Options): Target[][] {
  const all = isQuick ? [thisServer, executed] : [thisServer, executed, yoga, sofa, postgraphile];
  const known = [baseline, ...all].map(({ letter }) => letter);
  if (targets?.some((each) => !known.includes(each)))
    throw new Error(`--targets must be some of ${known.join(',')}${isQuick ? ' in a quick run' : ''}.`);
  const requested = all.filter(({ letter }) => targets?.includes(letter) ?? true);
  return requested.length > 0 ? requested.map((each) => [baseline, each]) : [[baseline]];
}

/** Stops what was started, in reverse order, except for the first `kept`. */
async function end(kept = 0): Promise<void> {
  await stopPrograms();
  for (const ending of endings.splice(kept).reverse()) await ending();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => void end().finally(() => process.exit(1)));
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options?.compare)
    process.exitCode = await compareCommits(options, options.compare, {
      log,
      startAll,
      onEnd: (ending) => void endings.push(ending),
    });
  else if (options) await bench(options);
  else console.log(HELP);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await end();
}
// Without ending the process that started this one.
process.removeAllListeners('disconnect');
process.disconnect?.();

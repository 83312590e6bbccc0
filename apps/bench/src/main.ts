import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmbedded } from '@channel/prisma/embedded';
import type { Contender } from './contenders/contender.ts';
import { postgraphile } from './contenders/postgraphile/contender.ts';
import { sofa } from './contenders/sofa/contender.ts';
import { executed, limit, ours } from './contenders/v1.ts';
import { yoga } from './contenders/yoga/contender.ts';
import { startDriver } from './load/start-driver.ts';
import { countStatements } from './measure/count-statements.ts';
import { type Measuring, measure, type Running } from './measure/measure.ts';
import { MEMORY_WORK, measureMemory } from './measure/memory.ts';
import { machine, type Row, rowsOf, table } from './measure/report.ts';
import { bodyOf, compareAnswers } from './measure/same-answers.ts';
import { compareWrites } from './measure/same-writes.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { claim, postgresDir } from './place.ts';
import { findFacts } from './works/facts.ts';
import { reads } from './works/reads.ts';
import type { Work } from './works/work.ts';
import { writes } from './works/writes.ts';
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
  log(`${machine()}; ${orders.toLocaleString('en')} orders`);
  endings.push(claim());
  const postgres = await startEmbedded({ dataDir: postgresDir });
  endings.push(() => postgres.stop());
  const world = await loadWorld({ server: postgres.connectionString, orders, log });
  log(world.isKept ? 'the world of earlier today is ready' : 'the world is ready');
  const { connectionString } = world;
  const viewers = await signIn(connectionString);
  const facts = await connected(connectionString, (client) => findFacts(client, viewers));
  const works = [...reads(facts), ...writes(facts)].filter(({ name }) => name.includes(options.work ?? ''));

  const env = environment(connectionString);
  const running = await Promise.all(
    contendersOf(options).map(async (contender): Promise<Running> => {
      const server = await contender.start(env);
      endings.push(() => server.stop());
      return { contender, server };
    }),
  );
  log(`${running.map(({ contender: { letter, name } }) => `(${letter}) ${name}`).join(', ')} are ready`);
  const driver = await startDriver();
  endings.push(() => driver.stop());

  const rounds = isQuick ? ROUNDS.quick : ROUNDS.full;
  const compared = isQuick ? COMPARED.quick : COMPARED.full;
  const turnsOf = (work: Work) => running.filter(({ contender }) => contender.can(work)).length;
  const rows: Row[] = [];
  for (const [index, work] of works.entries()) {
    const turns = works.slice(index).reduce((sum, each) => sum + turnsOf(each), 0);
    const left = QUICK.budget - (performance.now() - started);
    // Each turn has a warm-up besides, and answers that are compared.
    const quick = Math.max(QUICK.least, left / (turns * (rounds + 1)));
    const milliseconds = isQuick ? quick : options.milliseconds / rounds;
    rows.push(...(await one(work, running, { driver, postgres, rounds, milliseconds, connectionString, compared })));
  }
  const server = running.find(({ contender }) => contender === ours);
  if (!isQuick && server && MEMORY_WORK.includes(options.work ?? '')) {
    const run = { driver, postgres, rounds, milliseconds: 0 };
    const row = await measureMemory(server, reads(facts), run, LOADED);
    console.log(`\n${MEMORY_WORK}\n  ${row.contender} held at most ${row.memory_mb} MB in ${LOADED / 1_000} s`);
    rows.push(row);
  }
  if (json) writeFileSync(resolve(process.env.INIT_CWD ?? '.', json), `${JSON.stringify(rows, null, 2)}\n`);
  log('done');
}

type Run = Measuring & { connectionString: string; compared: number };

async function one(work: Work, running: readonly Running[], run: Run): Promise<Row[]> {
  const able = running.filter(({ contender }) => contender.can(work));
  if (work.writes) await connected(run.connectionString, (client) => compareWrites(work, able, client));
  const compared = work.writes ? [] : await compareAnswers(work, able, run.compared);
  const rows = rowsOf(await measure(work, able, run));
  console.log(`\n${table(rows, new Map(compared.map(({ contender, same }) => [contender, same])))}`);
  const counted = await statementsOf(work, able, run);
  return rows.map((row) => ({ ...row, ...counted.get(row.contender) }));
}

/** How many statements a request of a work is, where the work asks for that. */
async function statementsOf(work: Work, running: readonly Running[], { connectionString }: Run) {
  const found = new Map<string, { statements: number }>();
  const [ask] = work.asks;
  if (!work.countsStatements || !ask) return found;
  for (const each of running) {
    const { name } = each.contender;
    const statements = await connected(connectionString, (client) =>
      countStatements(client, join(postgresDir, 'postgres.log'), () => bodyOf(each, each.contender.request(ask))),
    );
    console.log(`  ${name} sends Postgres ${statements} statements for one request, from the token to COMMIT`);
    found.set(name, { statements });
  }
  return found;
}

/** The limit always; of the others those that were asked for. A quick run installs nothing. */
function contendersOf({ contenders, isQuick }: Options): Contender[] {
  const all = isQuick ? [limit, ours, executed] : [limit, ours, executed, yoga, sofa, postgraphile];
  return all.filter(({ letter }) => letter === 'a' || (contenders?.includes(letter) ?? true));
}

async function end(): Promise<void> {
  for (const ending of endings.splice(0).reverse()) await ending();
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
process.disconnect?.();

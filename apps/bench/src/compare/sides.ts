import type { Running } from '../measure/measure.ts';
import { root } from '../place.ts';
import { type Environment, runProgram } from '../processes.ts';
import type { Target } from '../targets/target.ts';
import { commitTarget } from '../targets/v1.ts';
import { findFacts } from '../workloads/facts.ts';
import type { Facts } from '../workloads/workload.ts';
import { connected, copyWorld, environment } from '../world/load-world.ts';
import { checkOut, commonAncestor } from './commits.ts';
import { signInByV1 } from './sign-in.ts';

/* The two servers of a comparison, each with the code of its commit and its own copy of one data set. */

export type Log = (message: string) => void;

/** A commit, or the work tree with its changes. */
export type Side = {
  label: 'base' | 'head';
  /** The id of its commit; undefined for the work tree. */
  commit: string | undefined;
  /** The folder of its files. */
  home: string;
  settings: Environment;
};

/** Writes the files of both sides, and of the commit that both contain, whose data set both can migrate. */
export async function prepareSides(
  { base, head, settings }: { base: string; head: string | undefined; settings: Environment },
  log: Log,
): Promise<{ sides: Side[]; ancestorHome: string }> {
  const ancestor = await commonAncestor(base, head ?? 'HEAD');
  const homes = new Map<string | undefined, string>([[undefined, root]]);
  for (const commit of [base, head, ancestor]) {
    if (commit === undefined || homes.has(commit)) continue;
    log(`preparing ${commit.slice(0, 8)}`);
    homes.set(commit, await checkOut(commit, log));
  }
  const homeOf = (commit: string | undefined) => homes.get(commit) ?? root;
  const sides: Side[] = [
    { label: 'base', commit: base, home: homeOf(base), settings: {} },
    { label: 'head', commit: head, home: homeOf(head), settings },
  ];
  return { sides, ancestorHome: homeOf(ancestor) };
}

/** Runs a step of `in-commit.ts` with the code of a folder. */
export async function inCommit<T>(log: Log, home: string, step: string, database: string, orders?: number): Promise<T> {
  let result: T | undefined;
  const heard = (message: unknown) => {
    const { log: text, result: found } = message as { log?: string; result?: T };
    if (text !== undefined) log(text);
    result ??= found;
  };
  const own = environment(database);
  const args = [home, step, ...(orders === undefined ? [] : [String(orders)])];
  await runProgram('apps/bench/src/compare/in-commit.ts', { ...own, BENCH_DIR: own.DATA_DIR }, args, heard);
  if (result === undefined) throw new Error(`${step} of ${home} has no result`);
  return result;
}

/**
 * Copies the data set for each side, and applies the migrations that only this side has.
 *
 * @param server the address of any database of the server
 * @returns the addresses of the copies, and whether each side could use the other's
 */
export async function copyForSides(
  { sides, ancestorHome }: { sides: readonly Side[]; ancestorHome: string },
  { server, orders, log }: { server: string; orders: number; log: Log },
): Promise<{ databases: string[]; isSwappable: boolean }> {
  const { name } = await inCommit<{ name: string }>(log, ancestorHome, 'data-set', server, orders);
  const databases: string[] = [];
  let isMigrated = false;
  for (const { label, home } of sides) {
    log(`copying the data set for ${label}`);
    const database = await copyWorld(server, name, `run_${label}`);
    const { applied } = await inCommit<{ applied: string[] }>(log, home, 'migrate', database);
    if (applied.length > 0) log(`${label} has applied ${applied.join(', ')}`);
    isMigrated ||= applied.length > 0;
    databases.push(database);
  }
  if (isMigrated)
    for (const database of databases) await connected(database, (client) => client.query('VACUUM (ANALYZE)'));
  return { databases, isSwappable: !isMigrated };
}

export type Sides = { running: Running[]; facts: Facts };

/** Starts both servers, and finds what workloads need. */
export async function startSides(
  sides: readonly Side[],
  databases: readonly string[],
  startAll: (targets: readonly Target[], env: Environment) => Promise<Running[]>,
): Promise<Sides> {
  const tokens = sides.map(() => new Map<string, string>());
  const targets = sides.map(({ label, commit, home, settings }, index) => {
    const env = { ...settings, DATABASE_URL: databases[index] ?? '' };
    const name = commit?.slice(0, 8) ?? 'the work tree';
    return commitTarget({ letter: label, name, home, env, tokens: tokens[index] ?? new Map() });
  });
  const running = await startAll(targets, environment(databases[0] ?? ''));
  const facts: Facts[] = [];
  for (const [index, { server }] of running.entries()) {
    const { staff, partner, partnerRole } = await signInByV1(server);
    tokens[index]?.set('staff', staff).set('partner', partner);
    const viewers = { staff: 'staff', partner: 'partner', partnerRole };
    // Also raises the capacity of the departures that are booked, in each copy.
    facts.push(await connected(databases[index] ?? '', (client) => findFacts(client, viewers)));
  }
  const [first] = facts;
  if (!first) throw new Error('there is nothing to compare');
  return { running, facts: first };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';

/** What a check found: `warning` does not keep the programs from working, `problem` does. */
export type Finding = { state: 'fine' | 'warning' | 'problem'; text: string };

/** What the checks look at. */
export type Installation = {
  settings: Settings;
  /** The database as the programs connect to it; undefined where the embedded Postgres is not running. */
  database: { db: PrismaClient; connectionString: string } | undefined;
  clock: () => Date;
};

/** One check. It changes nothing but a probe object in the storage of files. May throw: that is a problem. */
export type Check = (installation: Installation) => Promise<Finding>;

export const fine = (text: string): Finding => ({ state: 'fine', text });
export const warning = (text: string): Finding => ({ state: 'warning', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });

/** Milliseconds of a check: more than the time limits of what it calls. */
const LIMIT = 20_000;

/** Runs a check within a time limit. @returns its finding; a problem with the reason if it failed */
export async function run(check: Check, installation: Installation, limit = LIMIT): Promise<Finding> {
  const over = new AbortController();
  const late = sleep(limit, problem(`no result within ${limit / 1_000} s`), { signal: over.signal });
  late.catch(() => {});
  try {
    return await Promise.race([check(installation), late]);
  } catch (error) {
    return problem(reasonOf(error));
  } finally {
    over.abort();
  }
}

/** In one line. A host with several addresses fails with one error for each. */
function reasonOf(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error];
  return errors.map((one) => (one instanceof Error ? one.message : String(one)).replace(/\s+/g, ' ').trim()).join('; ');
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';

/** What a check found: `warning` does not keep the programs from working, `problem` does. */
export type Finding = { state: 'fine' | 'warning' | 'problem'; text: string };

/** The addresses of the database for the programs, the same without a pooler if there is one, for migrations and for maintenance. */
export type Addresses = {
  connectionString: string;
  direct?: string | undefined;
  owner: string;
  maintenance?: string | undefined;
};

/** The installation of these settings. */
export type Installation = {
  settings: Settings;
  /** Undefined where the embedded Postgres is not running. @throws when they can't be read */
  addresses: () => Addresses | undefined;
  /** The key that encrypts secrets; null if there is none. @throws when it can't be read */
  key: () => string | null;
  clock: () => Date;
};

/** What the checks look at. */
export type Examined = Installation & {
  /** The database, once it was reached; its roles for the programs and for migrations. */
  database?: (Addresses & { db: PrismaClient }) | undefined;
};

/** One check. It changes nothing but a probe object in the storage of files. May throw: that is a problem. */
export type Check = (examined: Examined) => Promise<Finding>;

export const fine = (text: string): Finding => ({ state: 'fine', text });
export const warning = (text: string): Finding => ({ state: 'warning', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });

/** Milliseconds of a check: more than the time limits of what it calls. */
const LIMIT = 20_000;

/** Runs a check within a time limit. @returns its finding; a problem with the reason if it failed */
export async function run(check: Check, examined: Examined, limit = LIMIT): Promise<Finding> {
  const over = new AbortController();
  const late = sleep(limit, problem(`no result within ${limit / 1_000} s`), { signal: over.signal });
  late.catch(() => {});
  try {
    return await Promise.race([check(examined), late]);
  } catch (error) {
    return problem(reasonOf(error));
  } finally {
    over.abort();
  }
}

/** The SQLSTATEs that an operator meets, and what to do. */
const ADVICE: Readonly<Record<string, string>> = {
  '08P01': 'a pooler refuses the settings of sessions: set DATABASE_DIRECT_URL to the address of Postgres itself',
  '28P01': 'the password of DATABASE_URL is not accepted',
  '28000': 'Postgres does not let this role or machine connect: check DATABASE_URL and pg_hba.conf',
  '3D000': 'the database of DATABASE_URL does not exist: create it',
  '42501': 'the role has no right to read this: run npm start with DATABASE_OWNER_URL, which grants it',
  '42P01': 'a table is missing: run npm start, which migrates',
  '53300': 'Postgres has no free connection: raise max_connections, or end some',
};

/** In one line. A host with several addresses fails with one error for each; Prisma puts the SQLSTATE into its text. */
export function reasonOf(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error];
  const text = errors
    .map((one) => (one instanceof Error ? one.message : String(one)).replace(/\s+/g, ' ').trim())
    .join('; ');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const state = Object.keys(ADVICE).find((each) => each === code || text.includes(`Code: \`${each}\``));
  return (state && ADVICE[state]) ?? text;
}

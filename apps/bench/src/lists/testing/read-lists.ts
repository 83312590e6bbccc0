import { statSync } from 'node:fs';
import { contextOf, type Services } from '@channel/api/context';
import { cpuTime } from '@channel/api/cpu-time';
import { type PersistedDocument, persistedDocuments } from '@channel/api/persisted';
import { type Actor, actorOf, createSessions } from '@channel/auth';
import { answerOperation } from '@channel/graph';
import { createPrisma } from '@channel/prisma';
import { loadSettings } from '@channel/settings';
import { costsSince } from '../../testing/explained.ts';
import type { Facts } from './facts.ts';
import type { Requests, Variables } from './requests.ts';

/** The cost of a request of a persisted query. */
export type Reading = {
  /** The query, the user, and the variant of the request. */
  name: string;
  user: string;
  what: string;
  variables: Variables;
  /** Pages of 8 KB that Postgres accessed, repeated accesses included. */
  pages: number;
  /** Rows that were fetched, by table. */
  rows: Readonly<Record<string, number>>;
  /** Milliseconds of Postgres' processor time, in steps of 10; 0 where the system does not count it. */
  cpu: number;
  /** The scans and their rows, for a message. */
  by: string[];
};

let known: PersistedDocument[] | undefined;

/** The persisted queries of v1 and of the console. */
export function queries(): PersistedDocument[] {
  known ??= persistedDocuments({ graphqlDocuments: null }).documents.filter(({ kind }) => kind === 'query');
  return known;
}

export type ListWorld = {
  connectionString: string;
  /** The file of the server's log; the database must explain everything (`explainEverything`). */
  log: string;
  now: Date;
  facts: Facts;
};

/** Ten times the timeout of a statement in production, so that slow statements are reported with their numbers. */
const STATEMENT_TIMEOUT = 50_000;

/** Sends every request as its entry point does, and reads the counts of Postgres. @throws when one is refused */
export async function readLists(world: ListWorld, requests: Requests): Promise<Reading[]> {
  const { connectionString, log, now, facts } = world;
  // One connection, so that the same one prepares a statement and runs it again.
  const db = createPrisma({ connectionString, poolSize: 1, statementTimeout: STATEMENT_TIMEOUT });
  const clock = () => now;
  const services: Services = {
    settings: loadSettings({ SECRET_KEY: 'a key that only tests know, 32 and more' }),
    db,
    sessions: createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false, clock }),
    storage: { put: noFile, putNew: noFile, get: noFile, removeAll: noFile, list: noFiles },
    clock,
  };
  try {
    const [backend] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const actors = new Map<string, Actor | null>();
    for (const [user, id] of Object.entries(facts.users)) actors.set(user, await actorOf(db, id, new Date()));
    const readings: Reading[] = [];
    for (const { name, document } of queries())
      for (const user of requests[name]?.users ?? [])
        for (const [what, variables] of Object.entries(requests[name]?.given ?? {})) {
          const actor = actors.get(user) ?? null;
          const context = await contextOf(services, { actor, channel: 'console', address: null, requestId: name });
          const [from, before] = [statSync(log).size, cpuTime([backend?.pid]) ?? 0];
          const answer = await answerOperation(document, variables, context);
          const cpu = (cpuTime([backend?.pid]) ?? 0) - before;
          if ('errors' in answer && answer.errors)
            throw new Error(`${name} ${what}, for ${user}: ${answer.errors[0]?.message}`);
          const costs = costsSince(log, from);
          const rows: Record<string, number> = {};
          for (const cost of costs)
            for (const [table, count] of Object.entries(cost.rows)) rows[table] = (rows[table] ?? 0) + count;
          const pages = costs.reduce((sum, { buffers }) => sum + buffers, 0);
          readings.push({ name, user, what, variables, pages, rows, cpu, by: costs.flatMap(({ by }) => by) });
        }
    return readings;
  } finally {
    await db.$disconnect();
  }
}

const noFile = async () => {
  throw new Error('no list reads a file');
};
const noFiles = () => {
  throw new Error('no list reads files');
};

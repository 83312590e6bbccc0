import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { inTransaction, livenessLock, type PrismaClient, type Tx, withoutLivenessLock } from '@channel/prisma';
import { z } from 'zod';
import { differencesOf, type SharedValues } from './shared-values.ts';

/** A running program, as others of the same database see it. */
export type RunningProgram = {
  /** Such as `channel-api`. */
  name: string;
  host: string;
  pid: number;
  /** Connections to Postgres that it may open, without those of a pooler. */
  connections: number;
  values: SharedValues;
};

const Entry = z.object({
  name: z.string(),
  host: z.string(),
  pid: z.number(),
  connections: z.number(),
  values: z.record(z.string(), z.string()),
});

/** Rows of system_state, one for each program. */
const PREFIX = 'program:';

/** Programs that start at the same time register one after the other. */
const LOCK = 727_073_694;

export type Registration = {
  /** Lines about values in which running programs differ from this one. */
  differences: string[];
  /** Why the program must not run: with it, all could open more connections than the budget. */
  violation: string | undefined;
  /** Removes the program: others start without counting it. */
  leave(): Promise<void>;
};

type Registering = {
  db: PrismaClient;
  /** The address of Postgres itself. */
  directUrl: string;
  program: Omit<RunningProgram, 'host' | 'pid'>;
  /** The most connections of all programs together; null for no check. */
  budget: number | null;
};

/**
 * Registers a program, and compares it with those that run. An entry ends with the connection of its program, also by a
 * crash. A program over the budget is not registered.
 *
 * @throws while the database is away, or has no tables yet
 */
export async function registerProgram({ db, directUrl, program, budget }: Registering): Promise<Registration> {
  const key = `${PREFIX}${randomUUID()}`;
  const own: RunningProgram = { ...program, host: hostname(), pid: process.pid };
  const sign = await livenessLock(directUrl, key);
  try {
    const registered = await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
      const others = await livingPrograms(tx);
      const sum = others.reduce((total, { connections }) => total + connections, own.connections);
      const isOver = budget !== null && sum > budget;
      if (!isOver) await tx.systemState.create({ data: { key, value: own } });
      return { differences: linesAbout(own, others), sum, count: others.length, isOver };
    });
    const { differences, sum, count, isOver } = registered;
    const violation = isOver
      ? `With this program, ${count + 1} programs may open ${sum} connections to Postgres, and DATABASE_CONNECTION_BUDGET is ${budget}: raise it, lower DATABASE_POOL_SIZE, or end another program`
      : undefined;
    if (isOver) await sign.close();
    return { differences, violation, leave: () => leave(db, key, sign) };
  } catch (error) {
    await sign.close();
    throw error;
  }
}

async function leave(db: PrismaClient, key: string, sign: { close(): Promise<void> }): Promise<void> {
  // Without its sign it is dead for others; while the database is away the row stays until one of them starts.
  await db.systemState.deleteMany({ where: { key } }).catch(() => {});
  await sign.close();
}

/** The programs that run; entries of others are deleted. */
async function livingPrograms(tx: Tx): Promise<RunningProgram[]> {
  const rows = await tx.systemState.findMany({ where: { key: { startsWith: PREFIX } }, orderBy: { key: 'asc' } });
  const dead = await withoutLivenessLock(
    tx,
    rows.map(({ key }) => key),
  );
  await tx.systemState.deleteMany({ where: { key: { in: dead } } });
  return rows
    .filter(({ key }) => !dead.includes(key))
    .flatMap(({ value }) => {
      const entry = Entry.safeParse(value);
      return entry.success ? [entry.data] : [];
    });
}

/** One line for each value, with the programs that have another. */
function linesAbout(own: RunningProgram, others: readonly RunningProgram[]): string[] {
  return Object.keys(own.values).flatMap((name) => {
    const different = others.filter(({ values }) => differencesOf(own.values, values).includes(name));
    if (different.length === 0) return [];
    const who = different.slice(0, 5).map(({ name: program, host, pid }) => `${program} (process ${pid} on ${host})`);
    const more = different.length > 5 ? ` and ${different.length - 5} more` : '';
    return [`${name} is not the same as that of ${who.join(', ')}${more}, on the same database`];
  });
}

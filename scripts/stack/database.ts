import { join, resolve } from 'node:path';
import { type EmbeddedPostgres, runningEmbedded, startEmbedded } from '@channel/prisma/embedded';
import { migrate } from '@channel/prisma/migrate';
import type { Settings } from '@channel/settings';
import pg from 'pg';
import { Explained, note, step } from '../set-up/progress.mjs';
import { ownNode, root } from '../set-up/project.mjs';
import { run } from '../set-up/run.mjs';

/** The database of the installation. */
export type Database = {
  connectionString: string;
  /** The Postgres that we brought; absent with DATABASE_URL. */
  embedded?: EmbeddedPostgres;
};

const DEMO = 'demo';

export const dataDirOf = (settings: Settings): string => resolve(root, settings.dataDir);

/** The database of DATABASE_URL, or our own, started. */
export async function openDatabase(settings: Settings): Promise<Database> {
  return settings.databaseUrl ? { connectionString: await reachable(settings.databaseUrl) } : startOwn(settings);
}

/** Brings a database to the schema of this release. */
export async function migrateDatabase(connectionString: string): Promise<void> {
  const applied = await step('Migrating the database', () => migrate(connectionString));
  if (applied.length > 0) note(`Applied ${applied.length === 1 ? 'one migration' : `${applied.length} migrations`}`);
}

/**
 * A migrated database for a command. A Postgres of ours that runs already, under a started stack, is used and left
 * running.
 */
export async function borrowDatabase(
  settings: Settings,
): Promise<{ connectionString: string; giveBack(): Promise<void> }> {
  const running = settings.databaseUrl ? undefined : runningEmbedded(join(dataDirOf(settings), 'postgres'));
  const database: Database = running ? { connectionString: running } : await openDatabase(settings);
  const giveBack = async () => database.embedded?.stop();
  try {
    await migrateDatabase(database.connectionString);
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { connectionString: database.connectionString, giveBack };
}

/** Our own server again, after it ended by itself. */
export async function startOwn(settings: Settings): Promise<Required<Database>> {
  const dataDir = join(dataDirOf(settings), 'postgres');
  const embedded = await step('Starting Postgres', () => startEmbedded({ dataDir, log: note }));
  return { connectionString: embedded.connectionString, embedded };
}

/** Whether the demo world is in the database. */
export async function hasDemo(connectionString: string): Promise<boolean> {
  return (await demoState(connectionString)) === 'finished';
}

/** Whether anybody works with the database yet. */
export async function hasOrganization(connectionString: string): Promise<boolean> {
  return (await query(connectionString, 'select from organization limit 1')).length > 0;
}

/**
 * Fills the database with the demo world, once: never where somebody made an organization, and on somebody's own
 * Postgres only when SEED_DEMO asks for it. A start that was interrupted is taken up again.
 */
export async function seedDemo(
  { connectionString, embedded }: Database,
  settings: Settings,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (!(settings.seedDemo ?? embedded !== undefined)) return;
  const state = await demoState(connectionString);
  if (state === 'finished') return;
  if (state === undefined && (await hasOrganization(connectionString))) return;
  await writeDemoState(connectionString, 'started');
  await step('Filling the database with the demo world', () =>
    run('Filling the database', ownNode, [join(root, 'apps/api/src/cli/seed-demo.ts')], env),
  );
  await writeDemoState(connectionString, 'finished');
}

async function demoState(connectionString: string): Promise<string | undefined> {
  const [row] = await query(connectionString, "select value->>'state' as state from system_state where key = $1", [
    DEMO,
  ]);
  return row?.state;
}

async function writeDemoState(connectionString: string, state: 'started' | 'finished'): Promise<void> {
  const sql = `insert into system_state (key, value) values ($1, $2)
    on conflict (key) do update set value = system_state.value || excluded.value, updated_at = now()`;
  await query(connectionString, sql, [DEMO, JSON.stringify({ state })]);
}

async function reachable(connectionString: string): Promise<string> {
  try {
    await query(connectionString, 'select');
    return connectionString;
  } catch (error) {
    throw new Explained(
      `The Postgres of DATABASE_URL can't be used: ${error instanceof Error ? reasonOf(error) : error}`,
    );
  }
}

/** A host with several addresses fails with one error for each. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one) => String(one.message ?? one)).join('; ') : error.message;

async function query(connectionString: string, sql: string, values: string[] = []): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

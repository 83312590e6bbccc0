import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { REPLACING } from '@channel/api/backup';
import { keyViolation } from '@channel/api/doctor';
import { createPrisma, setForRole } from '@channel/prisma';
import { type EmbeddedPostgres, runningEmbedded, startEmbedded, stopEmbedded } from '@channel/prisma/embedded';
import { migrate } from '@channel/prisma/migrate';
import type { Settings } from '@channel/settings';
import { Explained, note, step } from '../set-up/progress.mjs';
import { ownNode, root } from '../set-up/project.mjs';
import { run, runVisibly } from '../set-up/run.mjs';
import { query } from './query.ts';

/** The database of the installation. */
export type Database = {
  /** For the programs: with a different `owner`, that of a role that can only read and write rows. */
  connectionString: string;
  /** The same without a pooler, if there is one. */
  direct?: string | undefined;
  /** For migrations. */
  owner: string;
  /** For workers: changes the audit log by functions. Absent with DATABASE_URL alone. */
  maintenance?: string | undefined;
  /** The embedded Postgres; absent with DATABASE_URL. */
  embedded?: EmbeddedPostgres;
};

const DEMO = 'demo';

export const dataDirOf = (settings: Settings): string => resolve(root, settings.dataDir);

/** The database of DATABASE_URL, or the embedded one, started. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databaseMaintenanceUrl } = settings;
  if (databaseUrl === null) return startOwn(settings);
  const owner = databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl;
  await demandReachable('DATABASE_URL', databaseUrl);
  if (databaseDirectUrl !== null) await demandReachable('DATABASE_DIRECT_URL', databaseDirectUrl);
  if (owner !== databaseUrl) await demandReachable('DATABASE_OWNER_URL', owner);
  if (databaseMaintenanceUrl !== null) await demandReachable('DATABASE_MAINTENANCE_URL', databaseMaintenanceUrl);
  const [direct, maintenance] = [databaseDirectUrl ?? undefined, databaseMaintenanceUrl ?? undefined];
  return { connectionString: databaseUrl, direct, owner, maintenance };
}

/**
 * Migrates a database to the schema of this release, and grants the other roles what they need. Behind a pooler, the role of
 * the programs gets their time limits.
 */
export async function migrateDatabase({ connectionString, direct, owner, maintenance }: Database): Promise<void> {
  const roleOf = (url: string | undefined) =>
    url === undefined || url === owner ? undefined : decodeURIComponent(new URL(url).username);
  const roles = [roleOf(direct ?? connectionString), roleOf(maintenance)] as const;
  const applied = await step('Migrating the database', () => migrate(owner, undefined, ...roles));
  if (direct !== undefined) await setForRole(direct);
  if (applied.length > 0) note(`Applied ${applied.length === 1 ? 'one migration' : `${applied.length} migrations`}`);
}

/** @throws {Explained} when a key decrypts none of the secrets in a database: the programs would not start with it */
export async function demandKey({ connectionString, direct }: Database, secretKey: string): Promise<void> {
  const db = createPrisma({
    connectionString: direct ?? connectionString,
    poolSize: 1,
    applicationName: 'channel-start',
  });
  try {
    const violation = await keyViolation(db, secretKey);
    if (violation !== undefined) throw new Explained(`${violation}.`);
  } finally {
    await db.$disconnect();
  }
}

/**
 * A migrated database for a command. An embedded Postgres that runs already, under a started stack, is used and left
 * running.
 */
export async function borrowDatabase(
  settings: Settings,
): Promise<Pick<Database, 'connectionString' | 'owner' | 'maintenance'> & { release(): Promise<void> }> {
  const running = settings.databaseUrl ? undefined : await runningEmbedded(postgresDirOf(settings));
  const database: Database = running ?? (await openDatabase(settings));
  const release = async () => database.embedded?.stop();
  try {
    await migrateDatabase(database);
  } catch (error) {
    await release();
    throw error;
  }
  const { connectionString, owner, maintenance } = database;
  return { connectionString, owner, maintenance, release };
}

export const postgresDirOf = (settings: Settings): string => join(dataDirOf(settings), 'postgres');

type Own = Database & { embedded: EmbeddedPostgres };

/** Starts the embedded server. */
export async function startOwn(settings: Settings): Promise<Own> {
  const dataDir = postgresDirOf(settings);
  demandNoInterruptedRestore(dataDir);
  return ownOf(await step('Starting Postgres', () => startEmbedded({ dataDir, log: note })));
}

/** Starts it once more after it ended unexpectedly, without a step: its attempts may be many. */
export const startAgain = async (settings: Settings): Promise<Own> =>
  ownOf(await startEmbedded({ dataDir: postgresDirOf(settings), log: note, again: true }));

function ownOf(embedded: EmbeddedPostgres): Own {
  const { connectionString, owner, maintenance } = embedded;
  return { connectionString, owner, maintenance, embedded };
}

/** @throws {Explained} where a restore was interrupted: data may be partly the former ones, or be put aside */
function demandNoInterruptedRestore(postgresDir: string): void {
  const folder = dirname(postgresDir);
  if (existsSync(join(folder, REPLACING)))
    throw new Explained(
      `A restore into ${folder} was interrupted: run the same npm run restore again. It puts the data from before back first.`,
    );
  if (existsSync(postgresDir) || !existsSync(folder)) return;
  const kept = readdirSync(folder).find((name) => name.startsWith(`${basename(postgresDir)}.before-`));
  if (kept !== undefined)
    throw new Explained(
      `A restore was interrupted: ${postgresDir} is missing, and ${join(folder, kept)} has the data from before. Restore again, or rename that folder to ${postgresDir}; move it elsewhere to start with an empty database.`,
    );
}

/** Stops the embedded server after the programs that use it, when no other process would. */
export const stopOwn = (settings: Settings): Promise<void> =>
  stopEmbedded(postgresDirOf(settings), shutdownTimeoutOf(settings));

/** The milliseconds that a program gets to end. */
export const shutdownTimeoutOf = ({ drainSeconds, shutdownTimeoutSeconds }: Settings): number =>
  (drainSeconds + shutdownTimeoutSeconds) * 1_000 + 5_000;

/** Whether the database has the demo world with its published passwords. */
export async function hasPublishedDemo(connectionString: string): Promise<boolean> {
  const demo = await demoMark(connectionString);
  return demo?.state === 'finished' && demo.logins !== 'own';
}

/** Whether a user who can log in may administer. */
export async function hasAdministrator(connectionString: string, { permissions }: Settings): Promise<boolean> {
  const sql = `select from "user" u join user_role on user_id = u.id join role_permission p using (role_id)
    where p.permission_name = $1 and u.password_hash is not null and u.disabled_at is null limit 1`;
  return (await query(connectionString, sql, [permissions.administer])).length > 0;
}

/**
 * Fills the database with the demo world, once: never if it has an organization of another origin, and in production or
 * on an external Postgres only with SEED_DEMO. An interrupted seed is continued at the next start.
 *
 * @throws {Explained} in production, if the database has an earlier demo world with published passwords
 */
export async function seedDemo(
  { connectionString, embedded }: Database,
  settings: Settings,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { isProduction, seedDemo: isRequested } = settings;
  const demo = await demoMark(connectionString);
  if (demo?.state === 'finished') {
    if (isProduction && demo.logins !== 'own') await runSeed('Checking the logins of the demo world', settings, env);
    return;
  }
  if (!(isRequested ?? (embedded !== undefined && !isProduction))) return;
  if (demo === undefined && (await query(connectionString, 'select from organization limit 1')).length > 0) {
    if (isRequested)
      note('SEED_DEMO: the demo world was not created, because the database has an organization already');
    return;
  }
  await writeDemoState(connectionString, 'started');
  await runSeed('Filling the database with the demo world', settings, env);
  await writeDemoState(connectionString, 'finished');
}

/** In production its output has passwords, which are shown once and not stored. */
async function runSeed(title: string, { isProduction }: Settings, env: NodeJS.ProcessEnv): Promise<void> {
  const program = join(root, 'apps/api/src/cli/seed-demo.ts');
  if (!isProduction) return void (await step(title, () => run(title, ownNode, [program], env)));
  if ((await step(title, () => runVisibly(ownNode, [program], { env }))) !== 0) {
    throw new Explained(`${title} failed; the reason is above.`);
  }
}

async function demoMark(connectionString: string): Promise<{ state?: string; logins?: string } | undefined> {
  const [row] = await query(
    connectionString,
    "select value->>'state' as state, value->>'logins' as logins from system_state where key = $1",
    [DEMO],
  );
  return row;
}

async function writeDemoState(connectionString: string, state: 'started' | 'finished'): Promise<void> {
  const sql = `insert into system_state (key, value) values ($1, $2)
    on conflict (key) do update set value = system_state.value || excluded.value, updated_at = now()`;
  await query(connectionString, sql, [DEMO, JSON.stringify({ state })]);
}

async function demandReachable(setting: string, connectionString: string): Promise<void> {
  try {
    await query(connectionString, 'select');
  } catch (error) {
    throw new Explained(
      `The Postgres of ${setting} can't be used: ${error instanceof Error ? reasonOf(error) : error}`,
    );
  }
}

/** A host with several addresses fails with one error for each. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one) => String(one.message ?? one)).join('; ') : error.message;

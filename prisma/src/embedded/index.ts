import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import {
  APPLICATION,
  BACKUP,
  checkRelease,
  ensureCluster,
  MAINTENANCE,
  OWNER,
  passwordFileOf,
  passwordOf,
  type Role,
  SUPERUSER,
} from './cluster.ts';
import { PostgresStartError } from './errors.ts';
import { choosePlace, findPlace, type Place, removePlace } from './placement.ts';
import { anyFreePort, isFree } from './ports.ts';
import {
  type Exit,
  isEndRequested,
  killPostmaster,
  livePostmaster,
  PortTaken,
  type Postmaster,
  StillEnding,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { ensureMaintenanceRole, ensureRole, letReadMigrations, transferOwnership } from './roles.ts';

export { findBinaries } from './binaries.ts';
export { passwordOf, SUPERUSER } from './cluster.ts';
export { keepRunning } from './keep-running.ts';
export { choosePlace, findPlace, type Place, removePlace } from './placement.ts';
export { type PrivateServer, startPrivateServer } from './private-server.ts';
export { commandLine } from './processes.ts';
export { PostgresStartError };

const DATABASE = 'channel_booking';

export type EmbeddedOptions = {
  /** The folder of this server's files; created if absent. */
  dataDir: string;
  /** Preferred port; default: the port of the last start. Another one is used when it is taken. */
  port?: number | undefined;
  /** `false` gives up crash safety for speed: for tests alone. */
  durable?: boolean;
  /**
   * Whether this process has started this server before: database and roles are those of that start. Nothing is written
   * then, so that it can start, and answer queries, while its disk is full. Clients have its port, so it takes no other.
   */
  again?: boolean;
  /** Called with one-line messages for the user. */
  log?: (message: string) => void;
};

/** The connection strings of the database `channel_booking`, by role, with the password. */
export type Addresses = {
  /** For the programs: reads and writes rows, after migration. */
  connectionString: string;
  /** Owns the tables and migrates them. */
  owner: string;
  /** Executes the functions that change the audit log, and nothing else. For workers. */
  maintenance: string;
  /** May do everything; for server administration, and for tests. */
  superuser: string;
  /** May replicate, for backups. */
  backup: string;
};

export type EmbeddedPostgres = Addresses & {
  port: number;
  pid: number;
  /** Settles when the server ends, for any reason. */
  exited: Promise<Exit>;
  /**
   * Settles when the server begins to end: true when it received a signal (SIGTERM, SIGINT, SIGQUIT), false after a
   * crash.
   */
  endRequested(): Promise<boolean>;
  /** Ends the server: sessions are closed, committed data is safe. */
  stop(): Promise<void>;
  /** Ends it at once; it recovers when it is started again. */
  kill(): void;
};

/**
 * Starts the packaged Postgres on the given folder and waits until it accepts connections (some 50 ms; 1 s the first
 * time). It listens on the loopback interface only; each of its roles has a random password in a file of mode 0600.
 *
 * A server that an earlier, killed process left running on the same folder is stopped first, so two programs must never
 * use one folder.
 *
 * @throws {PostgresStartError} with the reason in one line. Data is never deleted.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, again = false, log = () => {} } = options;
  try {
    const place = choosePlace(dataDir, durable, log);
    const orphan = livePostmaster(place);
    if (orphan !== undefined) {
      log(`A Postgres of an earlier run was still running (process ${orphan}): stopping it first`);
      await stopPostmaster(place, orphan);
    }
    await ensureCluster(place, durable);
    const { port, postmaster } = await startOnSomePort(place, options.port, { durable, again, log });
    return {
      ...(again ? addressesOf(place.dataDir, port) : await ensureDatabase(place.dataDir, port)),
      port,
      pid: postmaster.pid,
      exited: postmaster.exited,
      endRequested: () => isEndRequested(place, postmaster),
      stop: async () => {
        await stopPostmaster(place, postmaster.pid);
        await postmaster.exited;
      },
      kill: () => killPostmaster(postmaster.pid),
    };
  } catch (error) {
    throw explain(error, dataDir);
  }
}

/**
 * The addresses of the server that runs on this folder, also if another process started it; undefined when none does.
 */
export async function runningEmbedded(dataDir: string): Promise<Addresses | undefined> {
  const port = runningPort(dataDir);
  return port === undefined ? undefined : ensureDatabase(dataDir, port);
}

/**
 * The same without a connection to it: database and roles are those of its last start.
 *
 * @throws {PostgresStartError} when none runs because its files can't be used
 */
export function addressesOfRunning(dataDir: string): Addresses | undefined {
  const port = runningPort(dataDir);
  if (port !== undefined) return addressesOf(dataDir, port);
  const place = findPlace(dataDir);
  if (place) checkRelease(place.cluster, findBinaries().version);
  return undefined;
}

function runningPort(dataDir: string): number | undefined {
  const place = findPlace(dataDir);
  return place && livePostmaster(place) !== undefined ? rememberedPort(join(dataDir, 'port')) : undefined;
}

function addressesOf(dataDir: string, port: number): Addresses {
  const address = (role: Role) => `postgresql://${role}:${passwordOf(dataDir, role)}@127.0.0.1:${port}/${DATABASE}`;
  return {
    connectionString: address(APPLICATION),
    owner: address(OWNER),
    maintenance: address(MAINTENANCE),
    superuser: address(SUPERUSER),
    backup: address(BACKUP),
  };
}

/**
 * Stops the server that runs on this folder, if any, also if another process started it; its clients have `timeout`
 * milliseconds to end.
 */
export async function stopEmbedded(dataDir: string, timeout?: number): Promise<void> {
  const place = findPlace(dataDir);
  const pid = place && livePostmaster(place);
  if (place && pid !== undefined) await stopPostmaster(place, pid, timeout);
}

/** Stops the server of a scratch folder, if it runs, and deletes all of it. */
export async function discardEmbedded(dataDir: string): Promise<void> {
  await stopEmbedded(dataDir);
  removePlace(dataDir);
}

async function startOnSomePort(
  place: Place,
  wanted: number | undefined,
  { durable, again, log }: { durable: boolean; again: boolean; log: (message: string) => void },
) {
  const file = join(place.dataDir, 'port');
  let port = wanted ?? rememberedPort(file);
  for (let attempt = 1; ; attempt++) {
    if (port === undefined || !(await isFree(port))) {
      if (again && port !== undefined) throw taken(port);
      const other = await anyFreePort();
      if (port !== undefined) log(`Port ${port} is in use: Postgres takes ${other} instead`);
      port = other;
    }
    try {
      const postmaster: Postmaster = await startPostmaster(place, port, durable);
      rememberPort(file, port);
      return { port, postmaster };
    } catch (error) {
      if (error instanceof StillEnding && attempt < 50) await sleep(200);
      else if (error instanceof PortTaken && again) throw taken(port);
      else if (!(error instanceof PortTaken) || attempt === 50) throw error;
    }
  }
}

const taken = (port: number) => new PostgresStartError(`Port ${port} of Postgres is taken by another program`);

/** Replaces the file only for another port, and as a whole: on a full disk it must not become empty. */
function rememberPort(file: string, port: number): void {
  if (rememberedPort(file) === port) return;
  writeFileSync(`${file}.new`, `${port}\n`);
  renameSync(`${file}.new`, file);
}

function rememberedPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

/** Creates or updates database and roles, also those of earlier releases, whose programs used the superuser. */
async function ensureDatabase(dataDir: string, port: number): Promise<Addresses> {
  const addresses = addressesOf(dataDir, port);
  const { href: administration } = Object.assign(new URL(addresses.superuser), { pathname: '/postgres' });
  await connected(administration, async (client) => {
    for (const role of [OWNER, APPLICATION] as const) await ensureRole(client, role, passwordOf(dataDir, role));
    await ensureMaintenanceRole(client, MAINTENANCE, passwordOf(dataDir, MAINTENANCE));
    await ensureRole(client, BACKUP, passwordOf(dataDir, BACKUP), true);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  });
  await connected(addresses.superuser, async (client) => {
    await transferOwnership(client, DATABASE, OWNER);
    await letReadMigrations(client, BACKUP);
  });
  return addresses;
}

async function connected(connectionString: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** Converts errors of the file system into one-line messages for the user at the terminal. */
function explain(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new PostgresStartError(`The data folder ${dataDir} can't be written: ${error.message}`, { cause: error });
  }
  if (error.code === 'ENOSPC') return new PostgresStartError(`The disk of ${dataDir} is full`, { cause: error });
  if (error.code === '28P01') {
    return new PostgresStartError(
      `The password in ${passwordFileOf(dataDir, SUPERUSER)} is not accepted by this database`,
      {
        cause: error,
      },
    );
  }
  return error;
}

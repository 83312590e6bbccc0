import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PostgresStartError } from './errors.ts';
import type { Place } from './placement.ts';
import { isAlive } from './processes.ts';

/** Created the cluster and administers it. */
export const SUPERUSER = 'channel';
/** Owns the tables and migrates them. */
export const OWNER = 'channel_owner';
/** The role of the programs: reads and writes rows. */
export const APPLICATION = 'channel_application';

/** The role for maintenance: executes the functions that change the audit log. */
export const MAINTENANCE = 'channel_maintenance';
/** Replicates, for backups, and can read no table of the programs but that of the migrations. */
export const BACKUP = 'channel_backup';

export type Role = typeof SUPERUSER | typeof OWNER | typeof APPLICATION | typeof MAINTENANCE | typeof BACKUP;

/** The file of a role's password. */
export const passwordFileOf = (dataDir: string, role: Role): string =>
  join(dataDir, role === SUPERUSER ? 'password' : `${role}.password`);

/** The password of a role, made on first use and readable by its owner alone. */
export function passwordOf(dataDir: string, role: Role): string {
  const file = passwordFileOf(dataDir, role);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}

/**
 * Creates the cluster unless it exists: in a temporary folder that gets its final name when it is complete, so that an
 * interrupted start leaves nothing that looks like a cluster.
 */
export async function ensureCluster(place: Place, durable: boolean): Promise<void> {
  removeLeftovers(place.cluster);
  if (existsSync(place.cluster)) return checkCluster(place);
  const password = passwordOf(place.dataDir, SUPERUSER);
  const partial = `${place.cluster}.new-${process.pid}`;
  mkdirSync(partial, { mode: 0o700 });
  // initdb reads the password as the user that it runs as, so the file lies in a folder of that user.
  const passwordFile = `${partial}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.identity) {
    chownSync(partial, place.identity.uid, place.identity.gid);
    chownSync(passwordFile, place.identity.uid, place.identity.gid);
  }
  try {
    await runInitdb(place, partial, passwordFile, durable);
    renameSync(partial, place.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Environment of the Postgres programs: without the caller's own Postgres settings, messages in English. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

async function runInitdb(place: Place, folder: string, passwordFile: string, durable: boolean): Promise<void> {
  const options = [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // ICU orders names as people expect ("de Vries" beside "Dekker"), the same on every machine.
    '--locale-provider=icu',
    '--icu-locale=und',
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'}`,
    '--lc-messages=C',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ];
  const child = spawn(join(place.binaries, 'bin', 'initdb'), options, {
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(place.identity && { uid: place.identity.uid, gid: place.identity.gid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0)
    throw new PostgresStartError(
      `Postgres could not make its data directory ${folder}: ${reasonIn(output)}. Nothing is left of it.`,
    );
}

function checkCluster({ cluster, identity, version }: Place): void {
  const expected = identity?.uid ?? process.getuid?.();
  const { uid } = statSync(cluster);
  if (expected !== undefined && uid !== expected) {
    throw new PostgresStartError(
      `The data directory ${cluster} belongs to another user (id ${uid}); run as that user.`,
    );
  }
  checkRelease(cluster, version);
}

/**
 * @param version of the packaged Postgres, such as `18.4.0`
 * @throws {PostgresStartError} when another release made the cluster, or it is damaged
 */
export function checkRelease(cluster: string, version: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) throw new PostgresStartError(`${cluster} is not a data directory of Postgres.`);
  const made = readFileSync(file, 'utf8').trim();
  const [packaged] = version.split('.');
  if (!/^\d{1,3}$/.test(made)) {
    throw new PostgresStartError(
      `${file} names no release of Postgres: the data directory is damaged. Restore it from a backup. Nothing was changed.`,
    );
  }
  if (made !== packaged) {
    throw new PostgresStartError(
      `The data directory ${cluster} was made by Postgres ${made}, this release brings Postgres ${packaged}. Nothing was changed.`,
    );
  }
}

/** Removes the folders of interrupted starts; those of a running start are kept. */
function removeLeftovers(cluster: string): void {
  const folder = dirname(cluster);
  for (const name of readdirSync(folder)) {
    const match = name.match(/\.new-(\d+)(\.password)?$/);
    if (!match || !name.startsWith(`${basename(cluster)}.`) || isAlive(Number(match[1]))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Tools of Postgres name the error first, and then what they clean up. */
function reasonIn(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.find((line) => /\b(error|fatal|panic):/i.test(line)) ?? lines.at(-1)) || 'no reason given';
}

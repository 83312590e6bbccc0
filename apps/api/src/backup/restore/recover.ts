import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Place, type PrivateServer, passwordOf, SUPERUSER, startPrivateServer } from '@channel/prisma/embedded';
import pg from 'pg';
import { BackupError, messageOf } from '../errors.ts';
import { formatLsn, type Lsn, parseLsn } from '../postgres/lsn.ts';
import type { Manifest } from '../repository/manifest.ts';
import { baseFolder, type Repository } from '../repository/repository.ts';
import type { Window } from '../repository/windows.ts';
import { ARCHIVE, FILE_LIST } from '../take-base.ts';
import { compareWithList } from './file-list.ts';
import { formatInstant } from './instant.ts';
import type { Target } from './plan.ts';
import { unpack } from './untar.ts';
import { supplyWal } from './wal-supply.ts';

const run = promisify(execFile);

/** Recovery replays WAL for at most so long; 48 hours of WAL are possible. Milliseconds. */
const RECOVERY_TIMEOUT = 24 * 3_600_000;
/** Bytes that must be free beyond the data directory: WAL while it is replayed, and what it adds. */
const HEADROOM = 200_000_000;

/** @throws {BackupError} when the Postgres of `place` can't read the data of the backup */
export async function checkMajor({ binaries }: Place, { serverVersion, id }: Manifest): Promise<void> {
  const program = join(binaries, 'bin', 'postgres');
  const { stdout } = await run(program, ['-V']).catch((error: unknown) => {
    throw new BackupError(`${program} does not run: ${messageOf(error)}`);
  });
  const major = Number(stdout.match(/(\d+)(\.|devel|rc|beta)/)?.[1]);
  const needed = Math.floor(serverVersion / 10_000);
  if (major !== needed) {
    throw new BackupError(
      `The base backup ${id} is of Postgres ${needed}, and ${program} is Postgres ${major}: set PG_BIN to the folder of programs of Postgres ${needed}`,
    );
  }
}

/** @throws {BackupError} when the data would not fit */
export async function checkSpace(folder: string, { uncompressed }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(resolve(folder)));
  const needed = uncompressed + HEADROOM;
  if (bavail * bsize < needed) {
    throw new BackupError(
      `The disk of ${folder} has ${Math.floor((bavail * bsize) / 1e6)} MB free, and the restore needs ${Math.ceil(needed / 1e6)} MB`,
    );
  }
}

/** Unpacks the base backup as the cluster of `place`, and verifies each file. */
export async function unpackCluster(repository: Repository, { id }: Manifest, place: Place): Promise<void> {
  const base = baseFolder(repository, id);
  const owner = place.identity;
  await mkdir(place.cluster, { mode: 0o700 });
  const extracted = await unpack(join(base, ARCHIVE), place.cluster, owner);
  await compareWithList(join(base, FILE_LIST), extracted);
  await chmod(place.cluster, 0o700);
  if (owner) await chown(place.cluster, owner.uid, owner.gid);
}

export type Recovered = {
  /** The commit time of the last transaction that was restored; null when the WAL had none after the base backup. */
  reachedAt: Date | null;
};

/**
 * Replays the WAL up to the target, and makes the cluster one of its own timeline.
 *
 * @throws {BackupError} when the WAL is damaged, or does not reach the target
 */
export async function recover(
  repository: Repository,
  { manifest, wal }: Window,
  place: Place,
  { target, staging, durable }: { target: Target; staging: string; durable: boolean },
): Promise<Recovered> {
  const supply = await supplyWal(repository, manifest.timeline, wal, staging, place.identity);
  const start = (settings: Record<string, string>) =>
    startPrivateServer(place, {
      durable,
      timeout: RECOVERY_TIMEOUT,
      settings: {
        restore_command: supply.restoreCommand,
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        hot_standby: 'off',
        ...settings,
      },
    });
  const signal = join(place.cluster, 'recovery.signal');
  await writeFile(signal, '');
  if (place.identity) await chown(signal, place.identity.uid, place.identity.gid);
  let server: PrivateServer;
  // The archive may have transactions after the instant up to which it is known to have all.
  let isWhole = target === 'latest';
  try {
    const settings: Record<string, string> =
      target === 'latest' ? {} : { recovery_target_time: formatInstant(target).replace('T', ' ').replace('Z', '+00') };
    server = await start(settings).catch((error: unknown) => {
      // No transaction was committed between the target and the end of the archive.
      if (supply.problem !== undefined || !/before configured recovery target/.test(messageOf(error))) throw error;
      isWhole = true;
      return start({});
    });
  } catch (error) {
    throw supply.problem ?? new BackupError(`The recovery failed: ${lastReason(error, place)}`, { cause: error });
  } finally {
    await supply.stop();
  }
  try {
    // A server that has no answer takes it for the end of the WAL.
    if (supply.problem !== undefined) throw supply.problem;
    return await complete(server, manifest, place, isWhole ? wal.reached : undefined);
  } finally {
    await server.stop();
    await rm(staging, { recursive: true, force: true });
  }
}

/** The archive may end within a record, which is not replayed. */
const MAX_RECORD = 1_048_576n;

/** @param end of the WAL that must have been replayed, if all of it must */
async function complete(
  server: PrivateServer,
  manifest: Manifest,
  place: Place,
  end: Lsn | undefined,
): Promise<Recovered> {
  const client = new pg.Client({ connectionString: server.addressOf('postgres', manifest.superuser) });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `select pg_last_xact_replay_timestamp() as at, pg_last_wal_replay_lsn()::text as replayed,
        system_identifier::text as system from pg_control_system()`,
    );
    const [{ at, replayed, system }] = rows;
    if (end !== undefined && end - parseLsn(replayed ?? manifest.endLsn) > MAX_RECORD)
      throw new BackupError(
        `The WAL is damaged at ${replayed}: Postgres could not replay it to its end, ${formatLsn(end)}. Nothing was restored; --to an earlier time can be`,
      );
    if (system !== manifest.systemIdentifier)
      throw new BackupError(`The base backup ${manifest.id} has the data of another database (system ${system})`);
    // The embedded Postgres gets a new password; those of its other roles are set at its start.
    if (manifest.isEmbedded) {
      const password = pg.escapeLiteral(passwordOf(place.dataDir, SUPERUSER));
      await client.query(`alter role ${SUPERUSER} password ${password}`);
    }
    return { reachedAt: at };
  } finally {
    await client.end();
  }
}

const lastReason = (error: unknown, { dataDir }: Place): string =>
  messageOf(error)
    .replace(/^Postgres did not start: /, '')
    .replace(/ \(see .*\)$/, '')
    .replaceAll(dataDir, 'the new folder');

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { PostgresStartError } from './errors.ts';
import { canReach, type Identity, unprivilegedIdentity } from './identity.ts';

/** The folders of one cluster and the user that runs it. */
export type Place = {
  /** The folder that the caller named: password, port and log. */
  dataDir: string;
  /** Postgres's own data directory. */
  cluster: string;
  /** Folder with `bin`, `lib`, `share`. */
  binaries: string;
  /** The release of the binaries, like `18.4.0`. */
  version: string;
  /** Set for root only. */
  identity: Identity | undefined;
};

/** Survives reboots and clean-ups, and only root can write to it. */
const SYSTEM_STATE = '/var/lib/channel-booking';
const SYSTEM_SCRATCH = '/var/tmp';
const POINTER = 'elsewhere';
/** A file that names the folder of the socket of a private server, while it runs. */
export const SOCKET_POINTER = 'socket-folder';

/**
 * Decides where the cluster of `dataDir` is: in it, as a rule. For root the unprivileged user of Postgres must be
 * able to enter it, and the folder of the binaries; otherwise (a clone below a 0700 folder), the cluster and a
 * copy of the binaries are in a system folder, and a file in `dataDir` names it.
 */
export function choosePlace(dataDir: string, durable: boolean, log: (message: string) => void): Place {
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true });
  const inside = join(home, 'cluster');
  const { home: packaged, version } = findBinaries();
  if (process.getuid?.() !== 0)
    return { dataDir: home, cluster: inside, binaries: packaged, version, identity: undefined };

  const moved = readPointer(home);
  const existing = [inside, moved && join(moved, 'cluster')].find((path) => path && existsSync(path));
  const identity = identityFor(existing);
  const open = { home: canReach(home, identity), packaged: canReach(packaged, identity) };
  if (existing === inside && !open.home) {
    throw new PostgresStartError(
      `The user ${identity.name}, which runs Postgres for root, can no longer enter ${inside}.`,
    );
  }
  // Existing data is never moved.
  const stays = existing ? existing === inside : open.home;
  if (stays && open.packaged) return { dataDir: home, cluster: inside, binaries: packaged, version, identity };

  const elsewhere = moved ?? createElsewhere(home, durable);
  if (!stays) {
    log(
      `This folder is closed to the user ${identity.name}, which runs Postgres for root: its data is kept in ${elsewhere}`,
    );
  }
  return {
    dataDir: home,
    cluster: stays ? inside : join(elsewhere, 'cluster'),
    binaries: open.packaged ? packaged : copyBinaries(packaged, elsewhere, version),
    version,
    identity,
  };
}

/** The cluster of `dataDir`; undefined when it was never created or was removed. */
export function findPlace(dataDir: string): Pick<Place, 'cluster'> | undefined {
  const folders = [
    resolve(dataDir),
    existsSync(join(dataDir, POINTER)) ? readFileSync(join(dataDir, POINTER), 'utf8') : '',
  ];
  const cluster = folders.map((folder) => join(folder, 'cluster')).find((path) => existsSync(path));
  return cluster ? { cluster } : undefined;
}

/** Deletes a cluster with its folders elsewhere; for scratch clusters of tests. It must be stopped. */
export function removePlace(dataDir: string): void {
  for (const name of [POINTER, SOCKET_POINTER]) {
    const pointer = join(dataDir, name);
    const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8') : '';
    // A process that was killed may have written nothing.
    if (folder !== '') rmSync(folder, REMOVAL);
  }
  rmSync(dataDir, REMOVAL);
}

/** A server that was killed may still write for a moment. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** The system folder of this data directory, if it has one. */
function readPointer(home: string): string | undefined {
  const pointer = join(home, POINTER);
  if (!existsSync(pointer)) return undefined;
  const elsewhere = readFileSync(pointer, 'utf8');
  if (existsSync(elsewhere)) return elsewhere;
  throw new PostgresStartError(
    `The data of ${home} was kept in ${elsewhere}, which is gone. Delete ${pointer} to start with an empty database.`,
  );
}

function identityFor(cluster: string | undefined): Identity {
  const identity = unprivilegedIdentity(cluster ? statSync(cluster).uid : undefined);
  if (!identity) throw new Error('Only root runs Postgres as another user');
  return identity;
}

function createElsewhere(home: string, durable: boolean): string {
  const parent = durable ? SYSTEM_STATE : SYSTEM_SCRATCH;
  if (durable) {
    mkdirSync(parent, { recursive: true });
    chmodSync(parent, 0o755);
  }
  const folder = mkdtempSync(join(parent, durable ? 'data-' : 'channel-booking-test-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(home, POINTER), folder);
  return folder;
}

/** Copied under another name and then renamed, so that a copy is either complete or absent. */
function copyBinaries(packaged: string, elsewhere: string, version: string): string {
  const target = join(elsewhere, `postgres-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.${randomBytes(4).toString('hex')}`;
  cpSync(packaged, partial, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  renameInto(partial, target);
  return target;
}

function renameInto(partial: string, target: string): void {
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

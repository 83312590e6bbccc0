import { setTimeout as sleep } from 'node:timers/promises';
import { archiveFor, type BackupOptions } from './archiver.ts';
import { BackupError } from './errors.ts';
import { parseLsn } from './postgres/lsn.ts';
import { openReplication } from './postgres/replication.ts';
import { identify } from './postgres/server.ts';
import { prune } from './prune.ts';
import { tryLock } from './repository/lock.ts';
import type { Manifest } from './repository/manifest.ts';
import { copyMedia } from './repository/media.ts';
import { prepareRepository, type Repository } from './repository/repository.ts';
import { windowOf } from './repository/windows.ts';
import { takeBase } from './take-base.ts';

/** Milliseconds in which a running archiver must have archived the WAL of a new base backup. */
const ARCHIVE_TIMEOUT = 60_000;

/**
 * Takes a base backup at once, with the media files and the WAL that it needs: beside a running archiver, or alone.
 *
 * @throws {BackupError} when it fails, or a running archiver does not archive
 */
export async function backupNow(options: BackupOptions): Promise<Manifest> {
  const { folder, origin, media, clock, readClock, keep } = options;
  const replication = await openReplication(origin.url);
  let repository: Repository;
  try {
    const server = await identify(replication);
    await readClock();
    repository = await prepareRepository(folder, server, clock());
  } finally {
    await replication.close();
  }
  const take = (signal?: AbortSignal) => takeBase(repository, origin, clock, signal);
  const lock = await tryLock(folder, 'archiver');
  let manifest: Manifest;
  if (lock) {
    try {
      await copyMedia(repository, media, clock, lock.lost);
      manifest = await archiveFor(options, lock, take);
    } finally {
      await lock.release();
    }
  } else {
    manifest = await take();
    await untilArchived(repository, manifest);
  }
  await prune(repository, keep);
  return manifest;
}

async function untilArchived(repository: Repository, manifest: Manifest): Promise<void> {
  for (const end = performance.now() + ARCHIVE_TIMEOUT; performance.now() < end; await sleep(250)) {
    const { wal } = await windowOf(repository, manifest);
    if (wal.reached >= parseLsn(manifest.endLsn)) return;
  }
  throw new BackupError(
    `The base backup ${manifest.id} is complete, but the running archiver has not archived its WAL within ${ARCHIVE_TIMEOUT / 1_000} s: see its log`,
  );
}

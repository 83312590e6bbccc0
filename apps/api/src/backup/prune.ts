import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLsn, segmentOf } from './postgres/lsn.ts';
import { namesIn, UNFINISHED } from './repository/files.ts';
import { pruneMedia } from './repository/media.ts';
import { baseFolder, type Repository, walFolder } from './repository/repository.ts';
import { archivedSegments, timelines } from './repository/wal-files.ts';
import { windows } from './repository/windows.ts';

/**
 * Removes the base backups before the newest `keep` that can be restored, and the WAL and media files that none of the kept ones
 * needs.
 * Base backups that are incomplete are kept as long as newer ones do not outnumber them.
 *
 * @returns the ids of the removed base backups
 */
export async function prune(repository: Repository, keep: number): Promise<string[]> {
  const all = await windows(repository, null);
  const restorable = all.filter(({ to }) => to !== undefined);
  const oldest = restorable.at(-keep) ?? restorable[0];
  if (!oldest) return [];
  const removed = all.filter(({ manifest }) => manifest.id < oldest.manifest.id);
  for (const { manifest } of removed) {
    // The name changes first: a removal that is interrupted leaves no half base backup.
    const gone = baseFolder(repository, `${UNFINISHED}${manifest.id}`);
    await rename(baseFolder(repository, manifest.id), gone);
    await rm(gone, { recursive: true, force: true });
  }
  const kept = all.filter(({ manifest }) => manifest.id >= oldest.manifest.id);
  await pruneMedia(repository, new Date(oldest.manifest.startedAt));
  for (const timeline of await timelines(repository)) {
    const starts = kept
      .filter(({ manifest }) => manifest.timeline === timeline)
      .map(({ manifest }) => manifest.startLsn);
    const needed = starts.map((start) => segmentOf(parseLsn(start), repository.segmentSize));
    const first = needed.reduce<bigint | undefined>(
      (least, at) => (least === undefined || at < least ? at : least),
      undefined,
    );
    const isCurrent = timeline === Math.max(...kept.map(({ manifest }) => manifest.timeline));
    if (first === undefined) {
      if (!isCurrent && timeline < oldest.manifest.timeline)
        await rm(walFolder(repository, timeline), { recursive: true, force: true });
      continue;
    }
    for (const { segment, file } of await archivedSegments(repository, timeline))
      if (segment < first) await rm(file, { force: true });
  }
  return removed.map(({ manifest }) => manifest.id);
}

/** Removes what an interrupted run left behind. Only the holder of the archiver's lock may do it. */
export async function removeUnfinished(repository: Repository): Promise<void> {
  for (const folder of [repository.folder, join(repository.folder, 'wal'), ...(await walFolders(repository))])
    await removeIn(folder);
}

/** The same for base backups, under the lock of base backups. */
export const removeUnfinishedBases = (repository: Repository): Promise<void> => removeIn(baseFolder(repository));

async function walFolders(repository: Repository): Promise<string[]> {
  return (await timelines(repository)).map((timeline) => walFolder(repository, timeline));
}

async function removeIn(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
}

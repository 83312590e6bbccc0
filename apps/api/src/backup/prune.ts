import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './errors.ts';
import { parseLsn, segmentOf } from './postgres/lsn.ts';
import { namesIn, UNFINISHED } from './repository/files.ts';
import { INDEX } from './repository/media.ts';
import { mediaSince, pruneMedia } from './repository/prune-media.ts';
import { baseFolder, mediaFolder, type Repository, walFolder } from './repository/repository.ts';
import { archivedSegments, partialName, timelines } from './repository/wal-files.ts';
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
    await rename(baseFolder(repository, manifest.id), gone).catch((error: unknown) => {
      // Another process prunes, too.
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    await rm(gone, { recursive: true, force: true });
  }
  const kept = all.filter(({ manifest }) => manifest.id >= oldest.manifest.id);
  await pruneMedia(repository, mediaSince(oldest.manifest));
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
  const media = mediaFolder(repository);
  const mediaFolders = (await namesIn(media)).filter((name) => name !== INDEX).map((name) => join(media, name));
  const walFolders = (await timelines(repository)).map((timeline) => walFolder(repository, timeline));
  for (const folder of [repository.folder, join(repository.folder, 'wal'), ...walFolders, ...mediaFolders])
    await removeIn(folder);
  for (const timeline of await timelines(repository)) await removeCompleted(repository, timeline);
}

/** Removes unfinished segments that were completed: the archiver was killed before it removed them. */
async function removeCompleted(repository: Repository, timeline: number): Promise<void> {
  for (const { name } of await archivedSegments(repository, timeline))
    await rm(join(walFolder(repository, timeline), partialName(name)), { force: true });
}

/** The same for base backups, under the lock of base backups. */
export const removeUnfinishedBases = (repository: Repository): Promise<void> => removeIn(baseFolder(repository));

async function removeIn(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
}

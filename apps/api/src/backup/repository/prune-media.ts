import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from './lock.ts';
import type { Manifest } from './manifest.ts';
import { copyOf, heldSince, MEDIA_LOCK, type MediaEntry, mediaEntries } from './media.ts';
import { mediaFolder, type Repository } from './repository.ts';

/**
 * The time since which copies are needed for restores from a base backup and later ones. Its end is of the clock of
 * Postgres, as the times to restore to are; its start may be of a clock that was wrong.
 */
export const mediaSince = ({ startedAt, endedAt }: Pick<Manifest, 'startedAt' | 'endedAt'>): Date =>
  new Date(Math.min(Date.parse(startedAt), Date.parse(endedAt)));

/** The copies that a restore to a time since `oldest` may need, each once. */
export function neededCopies(entries: readonly MediaEntry[], oldest: Date): Map<string, MediaEntry> {
  const needed = new Map<string, MediaEntry>();
  const replacedAt = new Map<string, string>();
  for (const entry of entries.toReversed()) {
    const replaced = replacedAt.get(entry.key);
    if (!entry.removed && (replaced === undefined || replaced > oldest.toISOString())) needed.set(copyOf(entry), entry);
    replacedAt.set(entry.key, heldSince(entry));
  }
  return needed;
}

/**
 * Deletes the copies that no restore to a time since `oldest` needs: an erased ticket leaves its backups with them. While
 * files are copied, it does nothing: a file that came back may need a copy that is to be deleted. The next one does it.
 */
export async function pruneMedia(repository: Repository, oldest: Date): Promise<void> {
  const lock = await tryLock(repository.folder, MEDIA_LOCK);
  try {
    const entries = lock ? await mediaEntries(repository) : [];
    const needed = neededCopies(entries, oldest);
    for (const entry of entries)
      if (!needed.has(copyOf(entry))) await rm(join(mediaFolder(repository), copyOf(entry)), { force: true });
  } finally {
    await lock?.release();
  }
}

import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError, codeOf } from '../errors.ts';
import { measure } from '../repository/files.ts';
import type { Manifest } from '../repository/manifest.ts';
import { copyOf, heldSince, type MediaEntry, mediaEntries, stateOf } from '../repository/media.ts';
import { mediaFolder, type Repository } from '../repository/repository.ts';
import type { Target } from './plan.ts';

/**
 * Copies the media files into a folder as MEDIA_DIR has them: all keys, each with its content at the target.
 *
 * @throws {BackupError} naming the first file that is missing or damaged
 */
export async function restoreMedia(
  repository: Repository,
  { media }: Manifest,
  target: Target,
  folder: string,
): Promise<{ files: number; bytes: number }> {
  const entries = await mediaEntries(repository);
  checkPrefix(entries, media, repository);
  await mkdir(folder, { recursive: true });
  const restored = { files: 0, bytes: 0 };
  for (const entry of contentsAt(entries, target)) {
    const from = join(mediaFolder(repository), copyOf(entry));
    const to = join(folder, entry.key.slice(0, 2), entry.key);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') throw new BackupError(`The media file ${from} is missing`);
      throw error;
    });
    const { size, sha256 } = await measure(to);
    if (sha256 !== entry.sha256 || size !== entry.size) throw new BackupError(`The media file ${from} is damaged`);
    restored.files += 1;
    restored.bytes += size;
  }
  return restored;
}

/** @throws {BackupError} when entries are missing that existed at the time of the base backup */
export function checkPrefix(entries: MediaEntry[], media: Manifest['media'], repository: Repository): void {
  if (stateOf(entries.slice(0, media.entries)).chain !== media.chain || entries.length < media.entries)
    throw new BackupError(`${mediaFolder(repository)} lacks media files that existed at the time of the base backup`);
}

/** Of each key the content that the storage had at the target; the first one if it was copied only after that. */
function contentsAt(entries: MediaEntry[], target: Target): Iterable<MediaEntry> {
  const chosen = new Map<string, MediaEntry>();
  const removed = new Set<string>();
  for (const entry of entries) {
    const isBefore = target === 'latest' || heldSince(entry) <= target.toISOString();
    if (entry.removed) {
      if (isBefore && chosen.delete(entry.key)) removed.add(entry.key);
    } else if (isBefore || !(chosen.has(entry.key) || removed.has(entry.key))) chosen.set(entry.key, entry);
  }
  return chosen.values();
}

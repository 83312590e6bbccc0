import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROBE_KEY } from '../../media/storage.ts';
import { BackupError, codeOf } from '../errors.ts';
import { measure } from '../repository/files.ts';
import type { Manifest } from '../repository/manifest.ts';
import { copyOf, heldSince, type MediaEntry, mediaEntries, stateOf } from '../repository/media.ts';
import { mediaFolder, type Repository } from '../repository/repository.ts';
import type { Target } from './plan.ts';

export type MediaCounts = { files: number; bytes: number };

/**
 * The media files that the storage had at the target: all keys, each with its content then.
 *
 * @throws {BackupError} when files are missing that existed at the time of the base backup
 */
export async function mediaAt(repository: Repository, { media }: Manifest, target: Target): Promise<MediaEntry[]> {
  const entries = await mediaEntries(repository);
  checkPrefix(entries, media, repository);
  return contentsAt(entries, target);
}

/**
 * Copies media files into a new folder as MEDIA_DIR has them.
 *
 * @throws {BackupError} naming the first file that is missing or damaged
 */
export async function restoreMedia(
  repository: Repository,
  entries: readonly MediaEntry[],
  folder: string,
): Promise<MediaCounts> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const restored = { files: 0, bytes: 0 };
  for (const entry of entries) {
    const from = join(mediaFolder(repository), copyOf(entry));
    const to = join(folder, entry.key.slice(0, 2), entry.key);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') throw missing(from);
      throw error;
    });
    const { size, sha256 } = await measure(to);
    if (sha256 !== entry.sha256 || size !== entry.size) throw damaged(from);
    restored.files += 1;
    restored.bytes += size;
  }
  return restored;
}

export const missing = (file: string) => new BackupError(`The media file ${file} is missing`);
export const damaged = (file: string) => new BackupError(`The media file ${file} is damaged`);

/** @throws {BackupError} when entries are missing that existed at the time of the base backup */
export function checkPrefix(entries: MediaEntry[], media: Manifest['media'], repository: Repository): void {
  if (stateOf(entries.slice(0, media.entries)).chain !== media.chain || entries.length < media.entries)
    throw new BackupError(`${mediaFolder(repository)} lacks media files that existed at the time of the base backup`);
}

/** Of each key the content that the storage had at the target; the first one if it was copied only after that. */
function contentsAt(entries: MediaEntry[], target: Target): MediaEntry[] {
  const chosen = new Map<string, MediaEntry>();
  const removed = new Set<string>();
  for (const entry of entries) {
    const isBefore = target === 'latest' || heldSince(entry) <= target.toISOString();
    if (entry.removed) {
      if (isBefore && chosen.delete(entry.key)) removed.add(entry.key);
    } else if (isBefore || !(chosen.has(entry.key) || removed.has(entry.key))) chosen.set(entry.key, entry);
  }
  // Earlier releases copied it.
  chosen.delete(PROBE_KEY);
  return [...chosen.values()];
}

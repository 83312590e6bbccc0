import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Storage } from '../../media/storage.ts';
import { BackupError, codeOf, messageOf } from '../errors.ts';
import { sha256 } from '../repository/files.ts';
import { copyOf, type MediaEntry } from '../repository/media.ts';
import { mediaFolder, type Repository } from '../repository/repository.ts';
import { type ByteBudget, byteBudget } from './byte-budget.ts';
import { damaged, type MediaCounts, missing } from './restore-media.ts';

/** A bucket that media files are restored into. */
export type Bucket = { name: string; storage: Pick<Storage, 'get' | 'putNew'> };

/** Files that are on their way at once; each is in memory as a whole, as when it was stored the first time. */
const PARALLEL = 4;
/** Bytes of a file, and of all that are in memory at once. */
const MAX_SIZE = 512_000_000;
const PROGRESS = 1_000;
const MAX_SHOWN = 5;
/** The API sends the type that the database has. */
const TYPE = 'application/octet-stream';

/**
 * Puts media files into a bucket that does not have them. Each is read back from the bucket, and its hash compared: what
 * an earlier run has put there is not put again, and a file with another content stays as it is.
 *
 * @throws {BackupError} naming the files with other contents, after all others are there; at once when a file can't be
 *   read or stored
 */
export async function putIntoBucket(
  repository: Repository,
  entries: readonly MediaEntry[],
  { name, storage }: Bucket,
  log: (message: string) => void,
  maxBytes = MAX_SIZE,
): Promise<MediaCounts> {
  const budget = byteBudget(maxBytes);
  const counts = { files: 0, bytes: 0 };
  const others: string[] = [];
  const waiting = entries.values();
  let failed: unknown;
  const work = async () => {
    for (const entry of waiting) {
      if (failed !== undefined) return;
      try {
        if (!(await putOne(repository, entry, { name, storage }, budget))) others.push(entry.key);
        counts.files += 1;
        counts.bytes += entry.size;
        if (counts.files % PROGRESS === 0)
          log(`${counts.files} of ${entries.length} media files are in the bucket ${name}`);
      } catch (error) {
        failed ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  if (failed !== undefined) throw explain(failed, name);
  if (others.length > 0) throw new BackupError(refusal(others, name));
  return counts;
}

/** @returns false if the bucket has another content under the key */
async function putOne(
  repository: Repository,
  entry: MediaEntry,
  { name, storage }: Bucket,
  budget: ByteBudget,
): Promise<boolean> {
  const { key } = entry;
  const before = await storage.get(key);
  if (before) return isContentOf(before, entry);
  const isNew = await budget(entry.size, async () => storage.putNew(key, await copyIn(repository, entry), TYPE));
  const stored = await storage.get(key);
  const isSame = stored !== null && (await isContentOf(stored, entry));
  if (isNew && !isSame)
    throw new BackupError(`The bucket ${name} does not return the media file ${key} as it was sent`);
  return isSame;
}

/** The content of an entry. A copy with another size is not read. */
async function copyIn(repository: Repository, entry: MediaEntry): Promise<Buffer> {
  const file = join(mediaFolder(repository), copyOf(entry));
  if (entry.size > MAX_SIZE) throw new BackupError(`${file} has more than ${MAX_SIZE / 1e6} MB: put it there by hand`);
  try {
    if ((await stat(file)).size !== entry.size) throw damaged(file);
    const bytes = await readFile(file);
    if (bytes.length !== entry.size || sha256(bytes) !== entry.sha256) throw damaged(file);
    return bytes;
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? missing(file) : error;
  }
}

/** Reads no more than the entry has. */
async function isContentOf(content: Readable, { size, sha256: hash }: MediaEntry): Promise<boolean> {
  const found = createHash('sha256');
  let rest = size;
  for await (const chunk of content) {
    rest -= chunk.length;
    // Leaving the loop ends the connection.
    if (rest < 0) return false;
    found.update(chunk);
  }
  return rest === 0 && found.digest('hex') === hash;
}

function refusal(keys: string[], name: string): string {
  const shown = keys.slice(0, MAX_SHOWN).join(', ');
  const more = keys.length > MAX_SHOWN ? ` and ${keys.length - MAX_SHOWN} more` : '';
  return `The bucket ${name} has other contents than the backup under ${shown}${more}, which were not changed; all other media files are there. Name an empty bucket (S3_BUCKET), or restore with --without-media`;
}

function explain(error: unknown, name: string): unknown {
  if (error instanceof BackupError) return error;
  // The SDK has the code of the store as the name, and no text where no connection was made.
  const code = error instanceof Error && error.name !== 'Error' && error.name !== 'AggregateError' ? error.name : '';
  const parts = [code, codeOf(error), messageOf(error)].filter((part) => part);
  return new BackupError(`The bucket ${name} can't be used: ${[...new Set(parts)].join(': ')}`, { cause: error });
}

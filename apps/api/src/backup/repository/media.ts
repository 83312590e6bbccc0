import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { appendFile, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isContentKey } from '../../media/storage.ts';
import { BackupError, codeOf, explainFiles } from '../errors.ts';
import { makeFolder, sha256, syncFolder, UNFINISHED } from './files.ts';
import { demandLock, type Lock, tryLock } from './lock.ts';
import { mediaFolder, type Repository } from './repository.ts';

/** The storage of media files, as far as a backup reads it. */
export type MediaSource = {
  list(): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>;
  get(key: string): Promise<Readable | null>;
};

const entrySchema = z.strictObject({
  key: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,199}$/),
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  modifiedAt: z.iso.datetime(),
  copiedAt: z.iso.datetime(),
  /** The storage no longer has this content: it was found missing at `copiedAt`. */
  removed: z.literal(true).optional(),
  /** Hash over this entry and the chain of the one before: no entry can be removed or changed alone. */
  chain: z.string(),
});
export type MediaEntry = z.infer<typeof entrySchema>;

export type MediaState = { entries: number; chain: string };
export const NO_MEDIA: MediaState = { entries: 0, chain: '0'.repeat(64) };

export const INDEX = 'index.jsonl';
const indexFile = (repository: Repository) => join(mediaFolder(repository), INDEX);

/** A copy is named by its key and content, so that a changed file never replaces an earlier copy. */
export const copyOf = ({ key, sha256 }: Pick<MediaEntry, 'key' | 'sha256'>): string =>
  join(key.slice(0, 2), `${key}@${sha256}`);

const chainOf = (
  before: string,
  { key, size, sha256: hash, modifiedAt, copiedAt, removed }: Omit<MediaEntry, 'chain'>,
): string => sha256([before, key, size, hash, modifiedAt, copiedAt, ...(removed ? ['removed'] : [])].join('\n'));

export const stateOf = (entries: MediaEntry[]): MediaState =>
  entries.length === 0 ? NO_MEDIA : { entries: entries.length, chain: entries.at(-1)?.chain ?? NO_MEDIA.chain };

/**
 * The copied files in the order of copying. A last line without its end is of a copy that was interrupted.
 *
 * @throws {BackupError} when the list is damaged
 */
export async function mediaEntries(repository: Repository): Promise<MediaEntry[]> {
  const file = indexFile(repository);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw explainFiles(error, file);
  });
  const entries: MediaEntry[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const parsed = entrySchema.safeParse(parse(line));
    const before = stateOf(entries).chain;
    if (!parsed.success || chainOf(before, parsed.data) !== parsed.data.chain)
      throw new BackupError(`${file} is damaged at line ${entries.length + 1}`);
    entries.push(parsed.data);
  }
  return entries;
}

/** When the storage got the content of an entry, or lost it. */
export const heldSince = ({ removed, modifiedAt, copiedAt }: MediaEntry): string => (removed ? copiedAt : modifiedAt);

/** Removals are recorded only while at least this share of the files is there: a storage that is not mounted is empty. */
const LEAST_SHARE = 0.5;

/**
 * Copies the files that are new or changed, and records which ones are no longer there.
 *
 * @returns the number and size of the copied ones
 */
export async function copyMedia(
  repository: Repository,
  source: MediaSource,
  now: () => Date,
  signal?: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  const lock = await lockMedia(repository, signal);
  try {
    return await copyNew(repository, source, now, signal);
  } finally {
    await lock.release();
  }
}

/** Held while files are copied, or copies deleted. */
export const MEDIA_LOCK = 'media';
const [LOCK_ATTEMPTS, LOCK_PAUSE] = [240, 250];

async function lockMedia({ folder }: Repository, signal?: AbortSignal): Promise<Lock> {
  for (let attempt = 1; attempt < LOCK_ATTEMPTS; attempt++) {
    const lock = await tryLock(folder, MEDIA_LOCK);
    if (lock) return lock;
    await sleep(LOCK_PAUSE, undefined, { signal });
  }
  return demandLock(folder, MEDIA_LOCK, `Another process copies media files into ${folder}`);
}

async function copyNew(repository: Repository, source: MediaSource, now: () => Date, signal?: AbortSignal) {
  const entries = await mediaEntries(repository);
  await removeTornLine(repository);
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  const present = [...known.values()].filter(({ removed }) => !removed);
  const listed = new Set<string>();
  let { chain } = stateOf(entries);
  const record = async (entry: Omit<MediaEntry, 'chain'>) => {
    chain = chainOf(chain, entry);
    await append(indexFile(repository), `${JSON.stringify({ ...entry, chain })}\n`);
  };
  const copied = { files: 0, bytes: 0 };
  for await (const { key, size, modifiedAt } of source.list()) {
    if (signal?.aborted) return copied;
    // An entry of it would make the list unreadable, and the name of a copy might lead elsewhere.
    if (!isContentKey(key)) continue;
    listed.add(key);
    const before = known.get(key);
    if (before && !before.removed && before.size === size && before.modifiedAt === modifiedAt.toISOString()) continue;
    const content = await source.get(key);
    // It was removed after it was listed.
    if (!content) continue;
    const copy = { key, ...(await store(repository, key, content)), modifiedAt: modifiedAt.toISOString() };
    await record({ ...copy, copiedAt: now().toISOString() });
    copied.files += 1;
    copied.bytes += copy.size;
  }
  const missing = present.filter(({ key }) => !listed.has(key));
  if (missing.length <= present.length * (1 - LEAST_SHARE))
    for (const { chain: _, ...last } of missing)
      await record({ ...last, copiedAt: now().toISOString(), removed: true });
  return copied;
}

async function store(repository: Repository, key: string, content: Readable) {
  const hash = createHash('sha256');
  let size = 0;
  const folder = join(mediaFolder(repository), key.slice(0, 2));
  const unfinished = join(folder, `${UNFINISHED}${process.pid}`);
  try {
    await makeFolder(folder);
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    const stored = { size, sha256: hash.digest('hex') };
    const file = join(mediaFolder(repository), copyOf({ key, ...stored }));
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return stored;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw explainFiles(error, `The copy of the media file ${key}`);
  }
}

async function append(file: string, line: string): Promise<void> {
  const isNew = !existsSync(file);
  await appendFile(file, line, { mode: 0o600, flush: true });
  if (isNew) await syncFolder(dirname(file));
}

async function removeTornLine(repository: Repository): Promise<void> {
  const file = indexFile(repository);
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size === 0) return;
  const text = await readFile(file);
  const end = text.lastIndexOf('\n') + 1;
  if (end === size) return;
  await truncate(file, end);
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

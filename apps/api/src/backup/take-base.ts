import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { explainFiles } from './errors.ts';
import { receiveBase } from './postgres/base-backup.ts';
import { formatLsn } from './postgres/lsn.ts';
import { openReplication, type Replication } from './postgres/replication.ts';
import { readFacts } from './postgres/server.ts';
import { removeUnfinishedBases } from './prune.ts';
import { makeFolder, measure, syncFolder, UNFINISHED, writeWhole } from './repository/files.ts';
import { demandLock } from './repository/lock.ts';
import type { Manifest } from './repository/manifest.ts';
import { mediaEntries, stateOf } from './repository/media.ts';
import { baseFolder, baseIds, MANIFEST, type Repository } from './repository/repository.ts';
import { fingerprintOf, seal } from './repository/sealed.ts';

/** The database whose backups are taken. */
export type Origin = {
  /** Address with a role that may replicate. */
  url: string;
  /** SECRET_KEY; null when it is not known. */
  key: string | null;
  /** The version of this software. */
  release: string;
};

export const ARCHIVE = 'base.tar.zst';
export const FILE_LIST = 'backup_manifest';

/**
 * Takes a base backup. It exists when its manifest does, which is written last, and it can be restored when the archive
 * has the WAL up to its end.
 *
 * @throws {BackupError} when another one is being taken, or it fails; nothing is left behind
 */
export async function takeBase(
  repository: Repository,
  origin: Origin,
  now: () => Date,
  outer?: AbortSignal,
): Promise<Manifest> {
  const lock = await demandLock(repository.folder, 'base', 'Another base backup is being taken');
  const signal = outer ? AbortSignal.any([outer, lock.lost]) : lock.lost;
  const startedAt = now();
  let folder: string | undefined;
  let replication: Replication | undefined;
  const end = () => void replication?.close();
  try {
    await removeUnfinishedBases(repository);
    const id = idAfter((await baseIds(repository)).at(-1), startedAt);
    folder = baseFolder(repository, `${UNFINISHED}${id}`);
    replication = await openReplication(origin.url);
    signal.addEventListener('abort', end, { once: true });
    signal.throwIfAborted();
    await makeFolder(folder);
    const archive = compressed(join(folder, ARCHIVE));
    const list = plain(join(folder, FILE_LIST));
    const range = await receiveBase(replication, `channel-booking ${id}`, { tar: archive.write, manifest: list.write });
    const uncompressed = await archive.end();
    await list.end();
    const { now: endedAt, version, ...facts } = await readFacts(origin.url);
    const manifest: Manifest = {
      format: 1,
      id,
      repository: repository.id,
      systemIdentifier: repository.systemIdentifier,
      serverVersion: version,
      timeline: range.timeline,
      startLsn: formatLsn(range.start),
      endLsn: formatLsn(range.end),
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      seconds: (now().getTime() - startedAt.getTime()) / 1_000,
      release: origin.release,
      ...facts,
      keyFingerprint: origin.key === null ? null : fingerprintOf(origin.key),
      media: stateOf(await mediaEntries(repository)),
      uncompressed,
      files: [
        { name: ARCHIVE, ...(await measure(join(folder, ARCHIVE))) },
        { name: FILE_LIST, ...(await measure(join(folder, FILE_LIST))) },
      ],
    };
    signal.throwIfAborted();
    await writeWhole(join(folder, MANIFEST), seal(manifest, origin.key));
    await rename(folder, baseFolder(repository, id));
    await syncFolder(baseFolder(repository));
    return manifest;
  } catch (error) {
    if (folder) await rm(folder, { recursive: true, force: true });
    // It is the cause of whatever failed.
    if (lock.lost.aborted) throw lock.lost.reason;
    throw explainFiles(error, `The repository ${repository.folder}`);
  } finally {
    signal.removeEventListener('abort', end);
    await replication?.close();
    await lock.release();
  }
}

/** Ids are in the order of the base backups, also after the clock was set back. */
function idAfter(last: string | undefined, at: Date): string {
  const idOf = (date: Date) => date.toISOString().replace(/[-:.]/g, '');
  const parts = last?.match(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/);
  if (!last || !parts || idOf(at) > last) return idOf(at);
  const [year, month, day, hour, minute, second, ms] = parts.slice(1);
  return idOf(new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`) + 1));
}

const MODE = { mode: 0o600, flags: 'wx', flush: true };

type Output = { write(chunk: Buffer): Promise<void>; end(): Promise<number> };

function compressed(file: string): Output {
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const output = createWriteStream(file, MODE);
  // A full disk fails the next write.
  output.on('error', (error) => zstd.destroy(error));
  zstd.on('error', () => output.destroy());
  zstd.pipe(output);
  return writing(zstd, output);
}

function plain(file: string): Output {
  const output = createWriteStream(file, MODE);
  output.on('error', () => {});
  return writing(output, output);
}

/** Each write waits until its bytes were accepted; the end waits until the file is durable, and returns the bytes written. */
function writing(first: Writable, last: Writable): Output {
  let size = 0;
  return {
    write(chunk) {
      size += chunk.length;
      return new Promise((resolve, reject) => first.write(chunk, (error) => (error ? reject(error) : resolve())));
    },
    async end() {
      first.end();
      await finished(last);
      return size;
    },
  };
}

import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { BackupError, explainFiles } from '../errors.ts';
import { formatLsn, type Lsn, parseLsn, segmentName, segmentOf } from '../postgres/lsn.ts';
import { makeFolder, sha256, syncFolder, writeWhole } from './files.ts';
import type { WalStatus } from './manifest.ts';
import { type Repository, readStatus, walFolder, writeStatus } from './repository.ts';
import { archivedName, partialName } from './wal-files.ts';

const compress = promisify(zstdCompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** A write may take only a part of the bytes, as when the disk fills up; the next one then names the reason. */
async function writeAll(handle: FileHandle, piece: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await handle.write(piece, done, piece.length - done, offset + done);
    done += bytesWritten;
  }
}

async function createDurably(file: string): Promise<FileHandle> {
  const handle = await open(file, 'wx+', 0o600);
  await syncFolder(dirname(file));
  return handle;
}

type Current = { name: string; file: string; handle: FileHandle; hash: Hash; size: number };

/**
 * Writes the WAL of one timeline in sequence. The segment in progress is a file of its own, `<segment>.partial`, which
 * is never shortened: after a restart the same bytes are written over it, so that a second crash loses nothing.
 */
export class WalWriter {
  readonly #repository: Repository;
  readonly #timeline: number;
  #position: Lsn;
  /** Every transaction committed before it is in what was written. */
  reachedAt: Date | undefined;
  #current: Current | undefined;
  /** What is known to be on disk; a status never goes back behind it. */
  #status: WalStatus | undefined;

  private constructor(repository: Repository, timeline: number, start: Lsn, status: WalStatus | undefined) {
    this.#repository = repository;
    this.#timeline = timeline;
    this.#position = start;
    this.#status = status;
  }

  /** @param start the first byte of a segment */
  static async open(repository: Repository, timeline: number, start: Lsn): Promise<WalWriter> {
    await makeFolder(walFolder(repository, timeline));
    const status = await readStatus(repository, timeline).catch(() => undefined);
    return new WalWriter(repository, timeline, start, status);
  }

  /** The end of what was written. */
  get position(): Lsn {
    return this.#position;
  }

  /** @throws {BackupError} when the WAL does not continue where the last one ended */
  async write(at: Lsn, data: Buffer, sentAt: Date): Promise<void> {
    if (at !== this.#position)
      throw new BackupError(`The server sent WAL from ${formatLsn(at)}, ${formatLsn(this.#position)} was expected`);
    const size = this.#repository.segmentSize;
    for (let rest = data; rest.length > 0; ) {
      const offset = Number(this.#position % BigInt(size));
      const piece = rest.subarray(0, size - offset);
      const current = await this.#open();
      await writeAll(current.handle, piece, offset);
      current.hash.update(piece);
      current.size = offset + piece.length;
      this.#position += BigInt(piece.length);
      if (current.size === size) await this.#finish(current, this.reachedAt ?? sentAt);
      rest = rest.subarray(piece.length);
    }
  }

  /**
   * Makes everything that was written durable, and records it.
   *
   * @returns the durable position
   */
  async flush(): Promise<Lsn> {
    const position = this.#position;
    const reachedAt = this.reachedAt;
    await this.#current?.handle.sync();
    const known = this.#status;
    if (!reachedAt || (known && parseLsn(known.lsn) > position)) return position;
    const current = this.#current;
    this.#status = {
      timeline: this.#timeline,
      lsn: formatLsn(position),
      reachedAt: reachedAt.toISOString(),
      partial: current
        ? { segment: current.name, size: current.size, sha256: current.hash.copy().digest('hex') }
        : null,
    };
    await writeStatus(this.#repository, this.#status).catch((error: unknown) =>
      Promise.reject(explainFiles(error, `The repository ${this.#repository.folder}`)),
    );
    return position;
  }

  async close(): Promise<void> {
    await this.#current?.handle.close();
    this.#current = undefined;
  }

  async #open(): Promise<Current> {
    if (this.#current) return this.#current;
    const { segmentSize } = this.#repository;
    const name = segmentName(this.#timeline, segmentOf(this.#position, segmentSize), segmentSize);
    const file = join(walFolder(this.#repository, this.#timeline), partialName(name));
    // Not "w": a partial file of an earlier run keeps its bytes until they are written again.
    const handle = await open(file, 'r+').catch(() => createDurably(file));
    this.#current = { name, file, handle, hash: createHash('sha256'), size: 0 };
    return this.#current;
  }

  async #finish({ name, file, handle, hash }: Current, sentAt: Date): Promise<void> {
    await handle.sync();
    await handle.close();
    this.#current = undefined;
    const content = await readFile(file);
    // It is archived under a hash of its own: what the disk has must be what the server sent.
    if (sha256(content) !== hash.digest('hex'))
      throw new BackupError(
        `${file} does not have the WAL that was written to it: the disk lost or changed some of it`,
      );
    const compressed = await compress(content, LEVEL);
    const folder = walFolder(this.#repository, this.#timeline);
    await writeWhole(join(folder, archivedName(name, sentAt, sha256(compressed))), compressed);
    await rm(file, { force: true });
  }
}

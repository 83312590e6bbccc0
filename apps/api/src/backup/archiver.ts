import { setTimeout as sleep } from 'node:timers/promises';
import { archiveWal } from './archive-wal.ts';
import { codeOf, messageOf } from './errors.ts';
import { formatLsn, type Lsn, parseLsn } from './postgres/lsn.ts';
import { isTemporary, openReplication } from './postgres/replication.ts';
import { identify } from './postgres/server.ts';
import { prune, removeUnfinished, removeUnfinishedBases } from './prune.ts';
import { demandLock } from './repository/lock.ts';
import type { Manifest } from './repository/manifest.ts';
import { copyMedia, type MediaSource } from './repository/media.ts';
import { prepareRepository, type Repository } from './repository/repository.ts';
import { windows } from './repository/windows.ts';
import { resume } from './resume.ts';
import { type Origin, takeBase } from './take-base.ts';

/** What an archiver needs. */
export type ArchiverOptions = {
  /** The repository; created if absent. */
  folder: string;
  origin: Origin;
  media: MediaSource;
  /** Hours between base backups. */
  hours: number;
  /** Number of base backups that are kept. */
  keep: number;
  clock: () => Date;
  log: (message: string) => void;
};

const RETRY = 1_000;
const MEDIA_INTERVAL = 30_000;
const BASE_INTERVAL = 60_000;
const BASE_RETRY = 600_000;
/** A slot stays in use for a moment after its archiver was killed. */
const SLOT_TRIES = 20;

/**
 * Archives continuously until `signal` is aborted: the WAL as a stream, media files every 30 s, and base backups when
 * they are due. It reconnects when the server is away.
 *
 * @throws {BackupError} when it can't work: another archiver on the repository, wrong rights, another database
 */
export async function runArchiver(options: ArchiverOptions, signal: AbortSignal): Promise<void> {
  const lock = await demandLock(options.folder, 'archiver', 'Another archiver runs on this repository');
  try {
    for (let tries = 0; !signal.aborted; ) {
      try {
        await archiveOnce(options, signal, () => {
          tries = 0;
        });
      } catch (error) {
        const isInUse = codeOf(error) === '55006' && ++tries < SLOT_TRIES;
        if (signal.aborted || !(isInUse || isTemporary(error))) throw error;
        if (!isInUse) options.log(messageOf(error));
        await sleep(RETRY, undefined, { signal }).catch(() => {});
      }
    }
  } finally {
    await lock.release();
  }
}

/** Archives over one connection until it is lost or `signal` is aborted. */
async function archiveOnce(options: ArchiverOptions, outer: AbortSignal, onConnected: () => void): Promise<void> {
  const { folder, origin, clock, log } = options;
  const replication = await openReplication(origin.url);
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  try {
    const server = await identify(replication);
    const repository = await prepareRepository(folder, server, clock());
    await removeUnfinished(repository);
    const { slot, start, lost } = await resume(repository, { replication, server, url: origin.url });
    onConnected();
    if (lost)
      log(`WAL before ${formatLsn(start)} was lost, because the server did not keep it: taking a new base backup`);
    log(`Archiving the WAL of timeline ${server.timeline} from ${formatLsn(start)} on`);
    const archived = new Archived(start);
    const failed = (error: unknown) => {
      ending.abort();
      throw error;
    };
    const source = { repository, replication, slot, timeline: server.timeline, start };
    const work = [
      archiveWal(source, signal, (lsn) => archived.advance(lsn)).finally(() => archived.end()),
      repeat(MEDIA_INTERVAL, signal, () => copyNewMedia(repository, options, signal)),
      keepBases(repository, options, { timeline: server.timeline, lost, archived }, signal),
    ].map((part) => part.catch(failed));
    const [first] = (await Promise.allSettled(work)).filter((result) => result.status === 'rejected');
    if (first) throw first.reason;
  } finally {
    await replication.close();
  }
}

/** How far the archive has reached, for those who wait for it. */
export class Archived {
  #lsn: Lsn;
  #ended = false;
  #waiting: { lsn: Lsn; resolve: (reached: boolean) => void }[] = [];

  constructor(lsn: Lsn) {
    this.#lsn = lsn;
  }

  /** Resolves with true when the position is archived, with false when the archiver ends before. */
  until(lsn: Lsn): Promise<boolean> {
    if (this.#ended || this.#lsn >= lsn) return Promise.resolve(this.#lsn >= lsn);
    return new Promise((resolve) => this.#waiting.push({ lsn, resolve }));
  }

  advance(lsn: Lsn): void {
    this.#lsn = lsn;
    this.#settle((waiting) => waiting.lsn <= lsn, true);
  }

  end(): void {
    this.#ended = true;
    this.#settle(() => true, false);
  }

  #settle(matches: (waiting: { lsn: Lsn }) => boolean, reached: boolean): void {
    const settled = this.#waiting.filter(matches);
    this.#waiting = this.#waiting.filter((waiting) => !matches(waiting));
    for (const { resolve } of settled) resolve(reached);
  }
}

async function copyNewMedia(repository: Repository, { media, clock, log }: ArchiverOptions, signal: AbortSignal) {
  try {
    await copyMedia(repository, media, clock, signal);
  } catch (error) {
    if (!signal.aborted) log(`The media files were not copied: ${messageOf(error)}`);
  }
}

type BaseState = { timeline: number; lost: boolean; archived: Archived; retryAt?: number };

/** Takes a base backup when there is none that the present WAL continues, and whenever the newest is too old. */
async function keepBases(repository: Repository, options: ArchiverOptions, state: BaseState, signal: AbortSignal) {
  const { origin, clock, log, hours, keep } = options;
  await repeat(BASE_INTERVAL, signal, async () => {
    if (clock().getTime() < (state.retryAt ?? 0) || !(await isDue(repository, state, hours, clock()))) return;
    try {
      await removeUnfinishedBases(repository);
      const manifest = await takeBase(repository, origin, clock);
      if (!(await state.archived.until(parseLsn(manifest.endLsn)))) return;
      state.lost = false;
      log(`Base backup ${describe(manifest)}`);
      for (const id of await prune(repository, keep)) log(`Removed the base backup ${id}`);
    } catch (error) {
      if (signal.aborted) return;
      // A copy of everything each minute would only burden a server that has a problem.
      state.retryAt = clock().getTime() + BASE_RETRY;
      log(messageOf(error));
    }
  });
}

async function isDue(
  repository: Repository,
  { timeline, lost }: BaseState,
  hours: number,
  now: Date,
): Promise<boolean> {
  if (lost) return true;
  const all = await windows(repository, null).catch(() => []);
  const usable = all.filter(({ manifest, wal }) => manifest.timeline === timeline && wal.missing === undefined);
  const newest = usable.at(-1);
  return !newest || now.getTime() - Date.parse(newest.manifest.startedAt) >= hours * 3_600_000;
}

/** A line about a base backup for people. */
export function describe({ id, files, uncompressed, seconds }: Manifest): string {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return `${id}: ${megabytes(uncompressed)} as ${megabytes(size)} in ${seconds.toFixed(1)} s`;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function repeat(interval: number, signal: AbortSignal, action: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await action();
    await sleep(interval, undefined, { signal }).catch(() => {});
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { archiveWal } from './archive-wal.ts';
import { Archived } from './archived.ts';
import { type DrillSchedule, keepDrills } from './drill/keep-drills.ts';
import { BackupError, codeOf, messageOf } from './errors.ts';
import { formatLsn, type Lsn, parseLsn } from './postgres/lsn.ts';
import { isTemporary, openReplication } from './postgres/replication.ts';
import { identify, type ServerIdentity } from './postgres/server.ts';
import { prune, removeUnfinished } from './prune.ts';
import { repeat } from './repeat.ts';
import { demandLock, type Lock } from './repository/lock.ts';
import type { Manifest } from './repository/manifest.ts';
import { copyMedia, type MediaSource } from './repository/media.ts';
import { prepareRepository, type Repository } from './repository/repository.ts';
import { windows } from './repository/windows.ts';
import { resume } from './resume.ts';
import { type Origin, takeBase } from './take-base.ts';

/** What base backups need. */
export type BackupOptions = {
  /** The repository; created if absent. */
  folder: string;
  origin: Origin;
  media: MediaSource;
  /** Hours between base backups. */
  hours: number;
  /** Number of base backups that are kept. */
  keep: number;
  /** That of Postgres, as of the last `readClock`: the times to restore to are of it. */
  clock: () => Date;
  /** Reads the clock of Postgres. It never throws. */
  readClock: () => Promise<void>;
  log: (message: string) => void;
  /** Gets a line about what an operator should look at. */
  warn: (message: string) => void;
};

/** What an archiver needs. */
export type ArchiverOptions = BackupOptions &
  Pick<DrillSchedule, 'drillHours' | 'runDrill' | 'report'> & {
    /** Milliseconds until it looks again whether a base backup is due; default a minute. */
    baseInterval?: number;
  };

const RETRY = 1_000;
const MEDIA_INTERVAL = 30_000;
const BASE_INTERVAL = 60_000;
const BASE_RETRY = 600_000;
const UNBOUNDED =
  "max_slot_wal_keep_size of Postgres is -1: an archiver that is away fills the disk of the database with WAL. Bound it: ALTER SYSTEM SET max_slot_wal_keep_size = '20GB'; SELECT pg_reload_conf();";
/** A slot stays in use for a moment after its archiver was killed. */
const SLOT_TRIES = 20;

/**
 * Archives continuously until `stop` is aborted: the WAL as a stream, media files every 30 s, and base backups and
 * drills when they are due. It reconnects when the server is away.
 *
 * @throws {BackupError} when it can't work: another archiver on the repository, also one that took it over, wrong rights,
 * another database
 */
export async function runArchiver(options: ArchiverOptions, stop: AbortSignal): Promise<void> {
  const lock = await demandLock(options.folder, 'archiver', 'Another archiver runs on this repository');
  const signal = AbortSignal.any([stop, lock.lost]);
  const ending = new AbortController();
  await options.readClock();
  const drilling = keepDrills(options, AbortSignal.any([signal, ending.signal]));
  try {
    await archiveAgain(options, signal);
    if (!stop.aborted) lock.lost.throwIfAborted();
  } catch (error) {
    if (!signal.aborted) await reportFailure(options, error);
    throw error;
  } finally {
    ending.abort();
    await drilling;
    await lock.release();
  }
}

/** Archives until `signal` is aborted, over one connection after another. */
async function archiveAgain(options: ArchiverOptions, signal: AbortSignal): Promise<void> {
  let isFirst = true;
  for (let tries = 0; !signal.aborted; ) {
    try {
      await archiveOnce(options, signal, ({ keepsWalUnbounded }) => {
        tries = 0;
        if (isFirst && keepsWalUnbounded) options.warn(UNBOUNDED);
        isFirst = false;
      });
    } catch (error) {
      const isInUse = codeOf(error) === '55006' && ++tries < SLOT_TRIES;
      if (signal.aborted || !(isInUse || isTemporary(error))) throw error;
      if (!isInUse) options.warn(messageOf(error));
      await sleep(RETRY, undefined, { signal }).catch(() => {});
    }
  }
}

const reportFailure = ({ report, clock }: ArchiverOptions, error: unknown): Promise<void> =>
  report({ kind: 'base', at: clock(), succeeded: false, text: messageOf(error) });

/** Archives over one connection until it is lost or `outer` is aborted. */
async function archiveOnce(
  options: ArchiverOptions,
  outer: AbortSignal,
  onConnected: (server: ServerIdentity) => void,
): Promise<void> {
  const { log, warn } = options;
  await withStream(options, outer, async ({ repository, server, lost, start, archived }, signal) => {
    onConnected(server);
    const { timeline } = server;
    if (lost)
      warn(`WAL before ${formatLsn(start)} was lost, because the server did not keep it: taking a new base backup`);
    log(`Archiving the WAL of timeline ${timeline} from ${formatLsn(start)} on`);
    await Promise.all([
      repeat(MEDIA_INTERVAL, signal, () => copyNewMedia(repository, options, signal)),
      keepBases(repository, options, { timeline, lost, archived }, signal),
    ]);
  });
}

/** Archives until `take` has taken a base backup, and the archive has all the WAL that it needs. The caller has the lock. */
export async function archiveFor(
  options: BackupOptions,
  { lost }: Lock,
  take: (signal: AbortSignal) => Promise<Manifest>,
): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const done = new AbortController();
  await withStream(options, AbortSignal.any([done.signal, lost]), async ({ archived }, signal) => {
    const taken = await take(signal);
    if (await archived.until(parseLsn(taken.endLsn))) manifest = taken;
    done.abort();
  });
  lost.throwIfAborted();
  if (!manifest) throw new BackupError('The connection was lost before the WAL of the base backup was archived');
  return manifest;
}

type Stream = { repository: Repository; server: ServerIdentity; lost: boolean; start: Lsn; archived: Archived };

/** Streams WAL into the repository while `use` runs, and until `outer` is aborted; the failure of one ends the other. */
async function withStream(
  { folder, origin, clock, readClock, warn }: BackupOptions,
  outer: AbortSignal,
  use: (stream: Stream, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const replication = await openReplication(origin.url);
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  try {
    const server = await identify(replication);
    await readClock();
    const repository = await prepareRepository(folder, server, clock());
    await removeUnfinished(repository);
    const { timeline } = server;
    const { slot, start, lost } = await resume(repository, { replication, server, url: origin.url, warn });
    const archived = new Archived(start);
    const source = { repository, replication, slot, timeline, start };
    const parts = [
      archiveWal(source, signal, (lsn) => archived.advance(lsn)).finally(() => archived.end()),
      use({ repository, server, lost, start, archived }, signal),
    ];
    for (const part of parts) part.catch(() => ending.abort());
    const [failed] = (await Promise.allSettled(parts)).filter((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    await replication.close();
  }
}

async function copyNewMedia(
  repository: Repository,
  { media, clock, readClock, warn }: ArchiverOptions,
  signal: AbortSignal,
) {
  try {
    await readClock();
    await copyMedia(repository, media, clock, signal);
  } catch (error) {
    if (!signal.aborted) warn(`The media files were not copied: ${messageOf(error)}`);
  }
}

/** `retryAt` is of the steady clock. */
type BaseState = { timeline: number; lost: boolean; archived: Archived; retryAt?: number };

/** Takes a base backup when there is none that the present WAL continues, and whenever the newest is too old. */
async function keepBases(repository: Repository, options: ArchiverOptions, state: BaseState, signal: AbortSignal) {
  const { origin, clock, log, warn, hours, keep, report, baseInterval = BASE_INTERVAL } = options;
  await repeat(baseInterval, signal, async () => {
    if (performance.now() < (state.retryAt ?? 0) || !(await isDue(repository, state, hours, clock()))) return;
    try {
      const manifest = await takeBase(repository, origin, clock, signal);
      if (!(await state.archived.until(parseLsn(manifest.endLsn)))) return;
      state.lost = false;
      log(`Base backup ${describe(manifest)}`);
      await report({ kind: 'base', at: clock(), succeeded: true, text: describe(manifest) });
      for (const id of await prune(repository, keep)) log(`Removed the base backup ${id}`);
    } catch (error) {
      if (signal.aborted) return;
      // A copy of everything each minute would only burden a server that has a problem.
      state.retryAt = performance.now() + BASE_RETRY;
      warn(messageOf(error));
      await reportFailure(options, error);
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
  if (!newest) return true;
  const age = now.getTime() - Date.parse(newest.manifest.startedAt);
  // Negative after the clock was set back.
  return age < 0 || age >= hours * 3_600_000;
}

/** A line about a base backup for people. */
export function describe({ id, files, uncompressed, seconds }: Manifest): string {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return `${id}: ${megabytes(uncompressed)} as ${megabytes(size)} in ${seconds.toFixed(1)} s`;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresEnvironment } from './cluster.ts';
import { PostgresStartError } from './errors.ts';
import type { Place } from './placement.ts';
import { commandLine, isAlive, waitUntil } from './processes.ts';

const START_TIMEOUT = 120_000;
const FAST_STOP_TIMEOUT = 30_000;
const IMMEDIATE_STOP_TIMEOUT = 5_000;
/** How often the lock file is read of a server that is ending. */
const LOCK_INTERVAL = 250;
const LOG_SIZE = 5_000_000;
/** Bytes of free disk below which Postgres can't start. */
const LEAST_ROOM = 65_536;

type Cluster = Pick<Place, 'cluster'>;

/** How a server ended. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** A postmaster that accepts connections. */
export type Postmaster = {
  pid: number;
  exited: Promise<Exit>;
};

/** Retry with another port. */
export class PortTaken extends Error {}

/** The last sessions of a server that was killed are still ending: retry later. */
export class StillEnding extends Error {}

/**
 * Runs `postgres` itself, not pg_ctl, as the leader of its own process group: a Ctrl-C at the terminal reaches only
 * the program that supervises it. It logs to a file, because it may outlive the terminal.
 *
 * @param settings of Postgres, instead of the usual ones; `timeout` are the milliseconds until it must be ready;
 *   `dependent`: it ends with this process
 * @throws {PortTaken}, {StillEnding}, or {PostgresStartError} with the last error of the log.
 */
export async function startPostmaster(
  place: Place,
  port: number,
  durable: boolean,
  {
    settings = {},
    timeout = START_TIMEOUT,
    dependent = false,
  }: { settings?: Record<string, string>; timeout?: number; dependent?: boolean } = {},
): Promise<Postmaster> {
  const logFile = join(place.dataDir, 'postgres.log');
  const { log, offset } = openLog(logFile);
  const grandparent = foreignLockHolder(place);
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.cluster, ...serverOptions(port, durable, settings)],
    {
      cwd: '/',
      env: { ...postgresEnvironment(), ...(grandparent && { PG_GRANDPARENT_PID: String(grandparent) }) },
      detached: true,
      stdio: ['ignore', log, log],
      ...(place.identity && { uid: place.identity.uid, gid: place.identity.gid }),
    },
  );
  closeSync(log);
  const exit = watch(child);
  if (dependent) {
    const end = () => child.pid !== undefined && killAndWait(child.pid);
    process.prependOnceListener('exit', end);
    void exit.promise.then(() => process.removeListener('exit', end));
  }
  const ready = await waitUntil(() => exit.ended !== undefined || isInState(place, child.pid, 'ready'), timeout);
  if (ready && exit.ended === undefined && child.pid !== undefined) return { pid: child.pid, exited: exit.promise };
  if (exit.ended === undefined) child.kill('SIGQUIT');
  await exit.promise;
  throw failure(readFileSync(logFile).subarray(offset).toString(), logFile, hasRoom(place.cluster));
}

/**
 * Settles when a server begins to end: true when it was requested to, false after a crash. A server that gets SIGTERM
 * waits for its clients and accepts no new ones, which its lock file shows. The polling keeps no process alive.
 */
export async function isEndRequested(place: Cluster, { pid, exited }: Postmaster): Promise<boolean> {
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  const untilStopping = async () => {
    while (!hasExited && !isInState(place, pid, 'stopping')) await sleep(LOCK_INTERVAL, undefined, { ref: false });
  };
  const exit = await Promise.race([exited, untilStopping()]);
  return !exit || exit.code === 0;
}

/**
 * Ends a server: first without waiting for its clients, then immediately (it recovers at its next start). With
 * `timeout` milliseconds, its clients first get that time to end.
 */
export async function stopPostmaster(place: Cluster, pid: number, timeout = 0): Promise<void> {
  const gone = () => !isPostmaster(place, pid);
  for (const [signal, wait] of [
    ...(timeout > 0 ? [['SIGTERM', timeout] as const] : []),
    ['SIGINT', FAST_STOP_TIMEOUT],
    ['SIGQUIT', IMMEDIATE_STOP_TIMEOUT],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntil(gone, wait)) return;
  }
}

/** Ends a server at once, without waiting for it. */
export function killPostmaster(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It was gone already.
  }
}

/** The same for handlers of `exit`, which can't wait otherwise: until it writes no more. */
function killAndWait(pid: number): void {
  killPostmaster(pid);
  const turn = new Int32Array(new SharedArrayBuffer(4));
  for (let turns = 0; commandLine(pid) !== '' && turns < 300; turns++) Atomics.wait(turn, 0, 0, 10);
}

/** The postmaster that holds this cluster's lock file and still runs, if any: an orphan of a killed supervisor. */
export function livePostmaster(place: Cluster): number | undefined {
  const pid = readLock(place)?.pid;
  return pid !== undefined && isPostmaster(place, pid) ? pid : undefined;
}

/**
 * After a crash the lock file may name a process id that another process has by now, which is usual in containers, and
 * Postgres then refuses to start. It ignores the id when that is its own grandparent's, so PG_GRANDPARENT_PID is set to
 * it. Its other safeguard against a second server, the shared memory in the same file, stays in force; deleting the
 * file would disable it.
 */
function foreignLockHolder(place: Cluster): number | undefined {
  const pid = readLock(place)?.pid;
  return pid !== undefined && isAlive(pid) && !isPostmaster(place, pid) ? pid : undefined;
}

function isPostmaster(place: Cluster, pid: number): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(place.cluster);
}

function readLock(place: Cluster): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}

function isInState(place: Cluster, pid: number | undefined, status: 'ready' | 'stopping'): boolean {
  const lock = readLock(place);
  return lock !== undefined && lock.pid === pid && lock.status === status;
}

const FAST_AND_UNSAFE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
};

function serverOptions(port: number, durable: boolean, special: Record<string, string>): string[] {
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: durable ? '100' : '200',
    logging_collector: 'off',
    // A backup that has stopped must not fill the disk with the WAL that it has not archived.
    max_slot_wal_keep_size: '2GB',
    ...(durable ? {} : FAST_AND_UNSAFE),
    ...special,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function openLog(file: string): { log: number; offset: number } {
  if (existsSync(file) && statSync(file).size > LOG_SIZE) renameSync(file, `${file}.old`);
  const offset = existsSync(file) ? statSync(file).size : 0;
  return { log: openSync(file, 'a', 0o600), offset };
}

function watch(child: ChildProcess): { ended: Exit | undefined; promise: Promise<Exit> } {
  const state: { ended: Exit | undefined; promise: Promise<Exit> } = {
    ended: undefined,
    promise: new Promise((resolve) => {
      child.once('error', () => resolve({ code: 1, signal: null }));
      child.once('exit', (code, signal) => resolve({ code, signal }));
    }),
  };
  state.promise.then((exit) => {
    state.ended = exit;
  });
  return state;
}

/** On a full disk, Postgres can't write its reason either. */
function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= LEAST_ROOM;
}

function failure(words: string, logFile: string, hasRoom: boolean): Error {
  if (/could not bind|could not create any TCP\/IP sockets/.test(words)) return new PortTaken(words);
  if (/pre-existing shared memory block/.test(words)) return new StillEnding(words);
  const errors = words.split('\n').filter((line) => /FATAL|PANIC|ERROR/.test(line));
  // Clients that connect meanwhile are refused because it is starting.
  const fatal = errors.filter((line) => !line.includes('the database system is'));
  const reason =
    fatal.at(-1)?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? (hasRoom ? 'it gave no reason' : 'its disk is full');
  return new PostgresStartError(`Postgres did not start: ${reason} (see ${logFile})`);
}

import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError, codeOf, explainFiles } from '../errors.ts';
import { makeFolder, UNFINISHED } from './files.ts';
import { startOf } from './process-start.ts';

export type Lock = {
  /** Aborts, with the reason for people, when another process has the lock: it took it over while this one was suspended. */
  lost: AbortSignal;
  release(): Promise<void>;
};

/** Another process has the lock of this one, which must write nothing any more. */
export class LockLost extends BackupError {}

/** `nonce` distinguishes the locks of one process. */
type Holder = { pid: number; host: string; started: string; nonce?: string };

const HEARTBEAT = 10_000;
/** A holder on another machine that has not renewed its lock for so long is gone. */
const ABANDONED = 60_000;
/** Attempts while others take over the same lock, and milliseconds between them. */
const [ATTEMPTS, PAUSE] = [50, 20];
/** Locks of take-overs of locks of take-overs: each level needs a process that was killed in the one before. */
const LEVELS = 4;

/**
 * Takes a lock of a repository; undefined when another process holds it. A holder that was killed loses it: on the same
 * machine at once, on another one after a minute.
 *
 * @param what the folder, for people
 */
export async function tryLock(
  folder: string,
  name: string,
  what = `The folder ${folder} (setting BACKUP_DIR)`,
): Promise<Lock | undefined> {
  try {
    await makeFolder(folder);
    const file = join(folder, `${name}.lock`);
    const text = await acquire(file);
    return text === undefined ? undefined : held(file, text);
  } catch (error) {
    throw explainFiles(error, what);
  }
}

/** @throws {BackupError} when another process holds it */
export async function demandLock(folder: string, name: string, refusal: string): Promise<Lock> {
  const lock = await tryLock(folder, name);
  if (!lock) throw new BackupError(`${refusal} (${await holderOf(join(folder, `${name}.lock`))})`);
  return lock;
}

/** Takes a lock for this process. @returns its content; undefined when another process holds it */
async function acquire(file: string, level = 0): Promise<string | undefined> {
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid), nonce: randomUUID() };
  const text = JSON.stringify(own);
  const draft = join(file, '..', `${UNFINISHED}${own.nonce}`);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await linkNew(draft, file, text)) return text;
      const found = await readFile(file, 'utf8').catch(() => undefined);
      const present = await timeOf(draft);
      if (found !== undefined && present !== undefined && (await isHeld(file, found, present))) return undefined;
      if (found === undefined || present === undefined || !(await removeAbandoned(file, found, level)))
        await sleep(PAUSE);
    }
    return undefined;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Creates a file with its whole content; false if it exists. An archiver may delete a draft at its start. */
async function linkNew(draft: string, file: string, text: string): Promise<boolean> {
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Removes a lock whose holder is gone. Of those that found it abandoned, one at a time may do it, and none that came late
 * removes the lock of the one before: it looks again first.
 *
 * @returns whether it is worth to try again at once
 */
async function removeAbandoned(file: string, found: string, level: number): Promise<boolean> {
  if (level === LEVELS) return false;
  const guard = file.replace(/\.lock$/, '.takeover.lock');
  const own = await acquire(guard, level + 1);
  if (own === undefined) return false;
  try {
    const gone = join(file, '..', `${UNFINISHED}${randomUUID()}`);
    if ((await readFile(file, 'utf8').catch(() => undefined)) !== found) return true;
    await rename(file, gone).catch(() => {});
    // A holder that only seemed to be gone may have released it meanwhile, and another one taken it.
    const removed = await readFile(gone, 'utf8').catch(() => undefined);
    if (removed !== undefined && removed !== found) await link(gone, file).catch(() => {});
    await rm(gone, { force: true });
    return true;
  } finally {
    drop(guard, own);
  }
}

/** Deletes a lock if it has this content. */
function drop(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
  } catch {
    // It is gone.
  }
}

function held(file: string, text: string): Lock {
  const ending = new AbortController();
  const heartbeat = setInterval(async () => {
    if (await renew(file, text)) return;
    clearInterval(heartbeat);
    ending.abort(new LockLost(`Another process took over the lock ${file}, while this one did not renew it`));
  }, HEARTBEAT);
  heartbeat.unref();
  const release = () => drop(file, text);
  process.once('exit', release);
  return {
    lost: ending.signal,
    async release() {
      clearInterval(heartbeat);
      process.removeListener('exit', release);
      release();
    },
  };
}

/**
 * Writes a lock anew, as it is: so that its time is of the clock of the file system, which all its machines share.
 *
 * @returns false if it is that of another process, or gone, so that another one may have had it
 */
async function renew(file: string, text: string): Promise<boolean> {
  try {
    // A lock that is taken over meanwhile has another file.
    const handle = await open(file, 'r+');
    try {
      if ((await handle.readFile('utf8')) !== text) return false;
      await handle.write(text, 0);
    } finally {
      await handle.close();
    }
  } catch (error) {
    // After any other error the next one may succeed.
    return codeOf(error) !== 'ENOENT';
  }
  return true;
}

/** When a file was written, in milliseconds by the clock of its file system; undefined if it is gone. */
const timeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** @param present by the clock of the file system */
async function isHeld(file: string, text: string, present: number): Promise<boolean> {
  const holder = parse(text);
  if (!holder) return false;
  if (holder.host === hostname()) return holder.started === startOf(holder.pid) && holder.started !== '';
  return present - ((await timeOf(file)) ?? 0) < ABANDONED;
}

async function holderOf(file: string): Promise<string> {
  const holder = parse(await readFile(file, 'utf8').catch(() => ''));
  return holder ? `process ${holder.pid} on ${holder.host}` : 'it ended just now';
}

/** What is damaged has no holder: a lock is complete when it gets its name. */
function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text);
    return typeof holder?.pid === 'number' && typeof holder.host === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}

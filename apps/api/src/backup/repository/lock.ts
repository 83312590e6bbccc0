import { readFileSync, rmSync } from 'node:fs';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { BackupError, codeOf, explainFiles } from '../errors.ts';
import { makeFolder, UNFINISHED } from './files.ts';

export type Lock = { release(): Promise<void> };

type Holder = { pid: number; host: string; started: string };

const HEARTBEAT = 10_000;
/** A holder on another machine that has not renewed its lock for so long is gone. */
const ABANDONED = 60_000;

/**
 * Takes a lock of a repository; undefined when another process holds it. A holder that was killed loses it: on the same
 * machine at once, on another one after a minute.
 */
export async function tryLock(folder: string, name: string): Promise<Lock | undefined> {
  const file = join(folder, `${name}.lock`);
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  const text = JSON.stringify(own);
  const draft = join(folder, `${UNFINISHED}${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    await makeFolder(folder);
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        await link(draft, file);
        return held(file, text);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      if (await isHeld(file)) return undefined;
      // Renamed first: of two processes that find it abandoned, one alone removes it.
      await rename(file, `${draft}-old`).catch(() => {});
      await rm(`${draft}-old`, { force: true });
    }
    return undefined;
  } catch (error) {
    throw explainFiles(error, `The folder ${folder} (setting BACKUP_DIR)`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** @throws {BackupError} when another process holds it */
export async function demandLock(folder: string, name: string, refusal: string): Promise<Lock> {
  const lock = await tryLock(folder, name);
  if (!lock) throw new BackupError(`${refusal} (${await holderOf(join(folder, `${name}.lock`))})`);
  return lock;
}

function held(file: string, text: string): Lock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    void utimes(file, now, now).catch(() => {});
  }, HEARTBEAT);
  heartbeat.unref();
  const isOwn = () => {
    try {
      return readFileSync(file, 'utf8') === text;
    } catch {
      return false;
    }
  };
  const drop = () => {
    if (isOwn()) rmSync(file, { force: true });
  };
  process.once('exit', drop);
  return {
    async release() {
      clearInterval(heartbeat);
      process.removeListener('exit', drop);
      drop();
    },
  };
}

async function isHeld(file: string): Promise<boolean> {
  const holder = await read(file);
  if (!holder) return false;
  if (holder.host === hostname()) return holder.started === startOf(holder.pid) && startOf(holder.pid) !== '';
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < ABANDONED;
}

async function holderOf(file: string): Promise<string> {
  const holder = await read(file);
  return holder ? `process ${holder.pid} on ${holder.host}` : 'it ended just now';
}

async function read(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Distinguishes a process from an earlier one with the same id; empty when there is none. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[19] ?? '';
  } catch {
    return process.platform === 'linux' ? '' : aliveElsewhere(pid);
  }
}

function aliveElsewhere(pid: number): string {
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return codeOf(error) === 'EPERM' ? 'alive' : '';
  }
}

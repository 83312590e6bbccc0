import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './processes.mjs';
import { note } from './progress.mjs';
import { root } from './project.mjs';
import { throwIfAborted } from './run.mjs';

/**
 * Runs `work` while no other program of this project runs the same: two concurrent set-ups would conflict.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exclusively(name, work) {
  await acquire(name, process.pid);
  try {
    return await work();
  } finally {
    release(name);
  }
}

/**
 * Waits until no running process holds a lock, and takes it for a process, which holds it until `release` or its end.
 *
 * @param {string} name
 * @param {number} pid
 */
export async function acquire(name, pid) {
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; !take(file, pid); await sleep(200)) {
    if (!waited) note(`Another program (process ${holder(file)}) does the same right now: waiting for it`);
    waited = true;
    throwIfAborted('Waiting');
  }
}

/** @param {string} name */
export function release(name) {
  rmSync(fileOf(name), { force: true });
}

/** @param {string} name */
const fileOf = (name) => join(root, '.data', `${name}.lock`);

/**
 * @param {string} file
 * @param {number} pid
 * @returns {boolean}
 */
function take(file, pid) {
  try {
    writeFileSync(file, String(pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const earlier = holder(file);
  if (Number.isNaN(earlier) || isAlive(earlier)) return false;
  rmSync(file, { force: true });
  return take(file, pid);
}

/** @param {string} file */
function holder(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
}

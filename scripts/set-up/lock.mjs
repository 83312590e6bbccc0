import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const file = join(root, '.data', `${name}.lock`);
  mkdirSync(join(root, '.data'), { recursive: true });
  for (let waited = false; !take(file); await sleep(200)) {
    if (!waited) note(`Another program (process ${holder(file)}) does the same right now: waiting for it`);
    waited = true;
    throwIfAborted('Waiting');
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {boolean}
 */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const pid = holder(file);
  if (Number.isNaN(pid) || isAlive(pid)) return false;
  rmSync(file, { force: true });
  return take(file);
}

/** @param {string} file */
function holder(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
}

import { readFileSync } from 'node:fs';
import { isAlive } from './processes.mjs';

const INTERVAL = 250;

/**
 * Ends this program in order, by a SIGTERM of its own, when the npm that launched it is gone. npm passes a SIGTERM on to
 * its shell alone, which goes without a word to us, and of a SIGKILL nobody hears.
 *
 * Who starts the program without npm may leave it running behind.
 */
export function endWithLauncher() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shell = isShell(parent) ? parent : undefined;
  const npm = shell && parentOf(shell);
  const isGone = () => process.ppid !== parent || !isAlive(parent) || (shell && parentOf(shell) !== npm);
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL).unref();
  // Who was told to end is not told again: a second time means by force.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => clearInterval(timer));
}

/**
 * Whether a process is the shell that npm runs a script in. Many a shell becomes the script instead.
 *
 * @param {number} pid
 */
function isShell(pid) {
  const script = process.env.npm_lifecycle_script;
  return Boolean(script) && readOf(pid, 'cmdline').includes(String(script));
}

/** @param {number} pid */
const parentOf = (pid) => Number(readOf(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);

/**
 * What Linux tells of a process. Elsewhere nothing: there the shell becomes the script, or can't be looked at.
 *
 * @param {number} pid
 * @param {'cmdline' | 'stat'} what
 */
function readOf(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

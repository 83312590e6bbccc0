import { readFileSync } from 'node:fs';
import { isAlive } from './processes.mjs';

const INTERVAL = 250;

/**
 * Ends this program gracefully, by sending itself a SIGTERM, when the npm that launched it is gone. npm passes a
 * SIGTERM only to its shell, which ends without notifying this process, and a SIGKILL cannot be observed.
 *
 * A program that was started without npm may keep running in the background.
 */
export function endWithLauncher() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shell = isShell(parent) ? parent : undefined;
  const npm = shell && parentOf(shell);
  const isGone = () => process.ppid !== parent || !isAlive(parent) || (shell && parentOf(shell) !== npm);
  let wasGone = false;
  const timer = setInterval(() => {
    if (!isGone()) return;
    // The signal that ended npm may have reached this process, too. It is handled before the second look, also where this
    // process got no processor time: another thread of it may receive the signal after the first one.
    if (!wasGone) {
      wasGone = true;
      return;
    }
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL).unref();
  // The signal is sent only once: a second one would force the end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => clearInterval(timer));
}

/** The id of the npm that runs this script, or of what else started it. */
export const launcher = () => (isShell(process.ppid) ? parentOf(process.ppid) : process.ppid);

/**
 * Whether a process is the shell in which npm runs a script. Many shells replace themselves by the script.
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
 * Reads a file of a process in Linux's /proc. Empty on other systems: there the shell becomes the script, or cannot be
 * inspected.
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

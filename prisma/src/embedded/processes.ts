import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process with this id runs (or waits as a zombie), of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The command line of a process, its parts separated by NUL or blanks; empty for a zombie or when it is gone. */
export function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
  } catch {
    return '';
  }
}

/** Polls until `done` returns true; false after `timeout` milliseconds. */
export async function waitUntil(done: () => boolean, timeout: number, interval = 10): Promise<boolean> {
  const end = performance.now() + timeout;
  while (!done()) {
    if (performance.now() > end) return false;
    await sleep(interval);
  }
  return true;
}

import { readFileSync } from 'node:fs';
import { codeOf } from '../errors.ts';

/** Distinguishes a process from an earlier one with the same id; empty when there is none. */
export function startOf(pid: number): string {
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

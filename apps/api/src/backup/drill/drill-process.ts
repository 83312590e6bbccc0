import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BackupError } from '../errors.ts';
import { type DrillResult, readResult } from './results.ts';

const PROGRAM = fileURLToPath(new URL('../../drill.ts', import.meta.url));

/**
 * Runs a drill as a process of its own, with the settings of this one: whatever it takes or breaks, archiving goes on.
 *
 * @throws {BackupError} when it ends without a result, also because `signal` is aborted
 */
export async function drillInProcess(signal: AbortSignal, program = PROGRAM): Promise<DrillResult> {
  signal.throwIfAborted();
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const end = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  let message: unknown;
  child.on('message', (received) => {
    message = received;
  });
  try {
    const [code, killedBy] = await once(child, 'exit');
    if (message === undefined)
      throw new BackupError(`The drill ended (${killedBy ?? `code ${code}`}) without a result: see the log`);
    return readResult(message);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

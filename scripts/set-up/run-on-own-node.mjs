import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, ownNode, root } from './project.mjs';

/**
 * Continues in the project's own Node, and exits as that process exits.
 *
 * The program runs in its own process group, so that a Ctrl-C reaches it once, through this process. The IPC channel
 * between the two tells it when this process is killed.
 *
 * @param {string} file relative to `scripts`
 * @returns {Promise<NodeJS.Signals | null>} the signal that ended it, if any
 */
export async function runOnOwnNode(file) {
  const child = spawn(ownNode, [join(root, 'scripts', file), ...process.argv.slice(2)], {
    env: environment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.exitCode ||= code ?? 1;
      resolve(signal);
    });
  });
}

/** Whether only help is requested: nothing is built or started for that. @param {string[]} args */
export const asksForHelp = (args) => args.some((argument) => argument === '--help' || argument === '-h');

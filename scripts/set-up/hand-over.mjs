import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, ownNode, root } from './project.mjs';

/**
 * Goes on in the project's own Node, and ends as that ends.
 *
 * The program runs in a process group of its own, so that a Ctrl-C reaches it once, through here. The channel between
 * both tells it when this process is killed.
 *
 * @param {string} file relative to `scripts`
 * @returns {Promise<NodeJS.Signals | null>} the signal that ended it, if one did
 */
export async function handOver(file) {
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

/** Whether nothing but help is wanted: nothing is built or started for that. @param {string[]} args */
export const asksForHelp = (args) => args.some((argument) => argument === '--help' || argument === '-h');

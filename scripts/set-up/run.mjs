import { spawn } from 'node:child_process';
import { Explained } from './progress.mjs';
import { environment, root } from './project.mjs';

const FIRST_LINES = 15;
const LAST_LINES = 40;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let aborted = false;

/** Ends the programs that `run` has started, and prevents new ones; its promises reject. */
export function abortRuns() {
  aborted = true;
  for (const child of running) child.kill('SIGTERM');
}

/**
 * @param {string} what for the message
 * @throws {Explained} after `abortRuns` was called
 */
export function throwIfAborted(what) {
  if (aborted) throw new Explained(`${what} was stopped.`);
}

/**
 * Runs a program to its end, silently unless it fails.
 *
 * @param {string} what for the message when it fails
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} what it printed
 */
export function run(what, command, args, env = environment()) {
  return new Promise((resolve, reject) => {
    throwIfAborted(what);
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => reject(new Explained(`${what} could not start: ${error.message}`)));
    child.on('close', (code) => {
      running.delete(child);
      // An aborted program may exit with success.
      if (aborted) return reject(new Explained(`${what} was stopped.`));
      if (code === 0) return resolve(output);
      reject(new Explained(`${what} failed:\n${shorten(output)}`));
    });
  });
}

/** Keeps the beginning and the end, one of which has the reason. @param {string} output */
function shorten(output) {
  const lines = output.trim().split('\n');
  if (lines.length <= FIRST_LINES + LAST_LINES) return lines.join('\n');
  return [...lines.slice(0, FIRST_LINES), '…', ...lines.slice(-LAST_LINES)].join('\n');
}

/**
 * Runs a program with visible output, and returns its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export function runVisibly(command, args, { env = environment(), cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    running.add(child);
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

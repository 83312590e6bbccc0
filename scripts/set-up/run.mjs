import { spawn } from 'node:child_process';
import { Explained } from './progress.mjs';
import { environment, root } from './project.mjs';

const FIRST_LINES = 15;
const LAST_LINES = 40;

/**
 * The running programs, and how each gets a signal.
 *
 * @type {Map<import('node:child_process').ChildProcess, (signal: NodeJS.Signals) => void>}
 */
const running = new Map();
let aborted = false;

/** A program was ended because it took longer than its limit. */
export class TookTooLong extends Explained {}

/** Ends the programs that `run` has started, and prevents new ones; its promises reject. */
export function abortRuns() {
  aborted = true;
  for (const signal of running.values()) signal('SIGTERM');
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
 * @param {number} [limit] in milliseconds; after it the program is killed, with what it has started. Without one it may
 *   take as long as it needs
 * @returns {Promise<string>} what it printed
 * @throws {TookTooLong} when it did not end within the limit
 */
export function run(what, command, args, env = environment(), limit) {
  return new Promise((resolve, reject) => {
    throwIfAborted(what);
    // A program with a limit has a process group of its own: what it has started can be killed with it.
    const detached = limit !== undefined && process.platform !== 'win32';
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached });
    /** @param {NodeJS.Signals} signal */
    const send = (signal) => {
      if (!detached || !child.pid) return void child.kill(signal);
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The group is gone: a program outside of it still holds the output.
      }
    };
    running.set(child, send);
    const timer =
      limit &&
      setTimeout(() => {
        reject(new TookTooLong(`${what} did not end within ${limit} ms, and was stopped.`));
        send('SIGKILL');
      }, limit);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => {
      clearTimeout(timer);
      running.delete(child);
      reject(new Explained(`${what} could not start: ${error.message}`));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
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
    running.set(child, (signal) => child.kill(signal));
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Restarts } from '@channel/api/restarts';
import { Explained, note } from '../set-up/progress.mjs';
import { ownNode, root } from '../set-up/project.mjs';
import { printLines } from './output.ts';

/** A program that runs as long as the stack does. */
export type ProgramOptions = {
  name: string;
  /** Script and its arguments. */
  args: string[];
  /** Folder to run in (default: the project's). */
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** A URL that answers with success once the program works; without one it works as soon as it runs. */
  health?: string;
  /** Milliseconds until it is killed when it does not end. */
  timeout: number;
  /** Called when another process ended it after it had started: it is not restarted. */
  onEnded?: () => void;
};

const HEALTH_TIMEOUT = 60_000;
const TRIES_TO_START = 3;
/** The exit code of programs that end on this signal: 128 and its number. */
const CODE_OF_SIGTERM = 143;

/**
 * Starts a program, prints its lines, and restarts it whenever it ends unexpectedly: at once, and after growing
 * delays when it keeps ending.
 */
export class Program {
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #stopping = false;
  #worked = false;
  readonly #restarts = new Restarts();
  #hopeless: (reason: Error) => void = () => {};

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /** @throws {Explained} when the program does not start to work */
  async start(): Promise<void> {
    const hopeless = new Promise<never>((_, reject) => {
      this.#hopeless = reject;
    });
    this.#spawn();
    await Promise.race([this.#untilHealthy(), hopeless]);
    this.#worked = true;
  }

  /** Ends the program: first gracefully, and after its time by force. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), this.#options.timeout);
    await ended;
    clearTimeout(timer);
  }

  /** Ends the program, and everything that it started, at once. */
  kill(): void {
    this.#stopping = true;
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }

  #spawn(): void {
    const { name, args, cwd = root, env } = this.#options;
    const child = spawn(ownNode, args, {
      cwd,
      env,
      // Its own process group: a Ctrl-C at the terminal must not reach it directly.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    printLines(name, ...[child.stdout, child.stderr].filter((stream) => stream !== null));
    const started = performance.now();
    child.on('error', () => {});
    child.on('exit', (code, signal) => {
      const wasRequested = code === 0 || code === CODE_OF_SIGTERM || signal === 'SIGTERM';
      if (wasRequested && this.#worked && !this.#stopping) this.#options.onEnded?.();
      else void this.#onExit(performance.now() - started, signal ?? `code ${code}`);
    });
  }

  async #onExit(lived: number, how: string): Promise<void> {
    const { name } = this.#options;
    if (this.#stopping) return;
    const pause = this.#restarts.pauseAfter(lived);
    const { failures } = this.#restarts;
    if (!this.#worked && failures >= TRIES_TO_START) {
      this.#hopeless(
        new Explained(`The ${name} ended ${failures} times before it worked (${how}); its last lines are above.`),
      );
      return;
    }
    note(`The ${name} ended (${how}): starting it again${pause > 0 ? ` in ${pause / 1_000} s` : ''}`);
    if (pause > 0) await sleep(pause);
    if (!this.#stopping) this.#spawn();
  }

  async #untilHealthy(): Promise<void> {
    const { name, health } = this.#options;
    if (!health) return;
    for (const end = performance.now() + HEALTH_TIMEOUT; performance.now() < end; await sleep(50)) {
      if (this.#stopping || (await answers(health))) return;
    }
    throw new Explained(`The ${name} did not answer at ${health} within ${HEALTH_TIMEOUT / 1_000} s.`);
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
    await response.body?.cancel();
    return response.status < 400;
  } catch {
    return false;
  }
}

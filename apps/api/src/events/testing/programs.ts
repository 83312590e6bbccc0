import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What programs of the installation are started with in measurements and tests that end them by force. */
export type Environment = Record<string, string>;

const SOURCES = new URL('../../', import.meta.url);

/** The environment of programs on a database; their webhooks may go to loopback. */
export const environmentOn = (connectionString: string, more: Environment = {}): Environment => ({
  DATABASE_URL: connectionString,
  SECRET_KEY: 'a key that only tests know, 32 and more',
  WEBHOOK_HTTPS_ONLY: '0',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  // One line for each of the many processes would hide everything else.
  NODE_OPTIONS: '--disable-warning=DeprecationWarning',
  ...more,
});

type File = 'main.ts' | 'worker.ts';

/** Starts a program of its own process, such as `worker.ts`. @param output its output and its errors; `pipe`: for the caller to read */
export const launch = (file: File, env: Environment, output: 'inherit' | 'pipe' = 'inherit'): ChildProcess =>
  fork(fileURLToPath(new URL(file, SOURCES)), {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  });

/** Starts a program and waits until it works. */
export async function startProcess(file: File, env: Environment): Promise<ChildProcess> {
  const child = launch(file, env);
  await untilReady(child);
  return child;
}

/** @throws when the program ends before it works */
export async function untilReady(child: ChildProcess): Promise<void> {
  const ready = once(child, 'message');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the program ended with ${code} before it worked`);
  });
  ended.catch(() => {});
  await Promise.race([ready, ended]);
}

/** Ends a process and waits until it is gone. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { programSettings } from '@channel/prisma/testing';

/** The environment variables of programs in measurements and crash tests. */
export type Environment = Record<string, string>;

const SOURCES = new URL('../../', import.meta.url);

/** The environment of programs that use a database; their webhooks may be sent to loopback. */
export const environmentOn = (connectionString: string, more: Environment = {}): Environment => ({
  ...programSettings(connectionString),
  SECRET_KEY: 'a key that only tests know, 32 and more',
  WEBHOOK_HTTPS_ONLY: '0',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  // A warning from each of the many processes would hide other output.
  NODE_OPTIONS: '--disable-warning=DeprecationWarning',
  ...more,
});

/** A port that no program uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

type File = 'main.ts' | 'worker.ts';

/**
 * Starts a program, for example `worker.ts`, in its own process.
 *
 * @param output its standard output and error; `pipe`: for the caller to read
 */
export const launch = (file: File, env: Environment, output: 'inherit' | 'pipe' = 'inherit'): ChildProcess =>
  fork(fileURLToPath(new URL(file, SOURCES)), {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  });

/** Starts a program and waits until it is ready. */
export async function startProcess(file: File, env: Environment): Promise<ChildProcess> {
  const child = launch(file, env);
  await untilReady(child);
  return child;
}

/** @throws if the program ends before it is ready */
export async function untilReady(child: ChildProcess): Promise<void> {
  const ready = once(child, 'message');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The program ended with ${code} before it was ready.`);
  });
  ended.catch(() => {});
  await Promise.race([ready, ended]);
}

/** Ends a process and waits until it has exited. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

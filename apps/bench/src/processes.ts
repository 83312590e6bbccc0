import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from './place.ts';

export type Environment = Readonly<Record<string, string>>;

/** A server in a separate process. */
export type Server = {
  pid: number;
  port: number;
  /** Rejects when it ends without being stopped, with the end of its output. */
  failure: Promise<never>;
  stop(): Promise<void>;
};

const WORDS = 2_000;

/** The programs that `runProgram` has started. */
const programs = new Set<ChildProcess>();

/**
 * Runs a program until it ends.
 *
 * @param heard called with each message that it sends
 * @throws with the end of its output when it fails
 */
export async function runProgram(
  file: string,
  env: Environment,
  args: string[] = [],
  heard: (message: unknown) => void = () => {},
): Promise<void> {
  const child = fork(join(root, file), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const words = lastWords(child);
  programs.add(child.on('message', heard));
  const [code, signal] = await once(child, 'exit');
  programs.delete(child);
  if (code !== 0) throw new Error(`${file} ended with ${signal ?? code}: ${words()}`);
}

/** Ends the programs that still run, and waits until they are gone. */
export async function stopPrograms(): Promise<void> {
  await Promise.all(
    [...programs].map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }),
  );
}

/**
 * Starts a server. A server of this repository listens on a port that the system assigns, and reports it; any other
 * program gets a port that was free a moment ago, as API_PORT.
 *
 * @param home the folder of the repository whose file it is
 */
export async function startServer(file: string, env: Environment, home = root): Promise<Server> {
  const given = await freePort();
  const child = fork(join(home, file), {
    cwd: home,
    env: { ...process.env, ...env, API_PORT: String(given) },
    // Its log is written as in production, to a stream that is read.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const words = lastWords(child);
  let isStopping = false;
  const failure = once(child, 'exit').then(([code, signal]): Promise<never> => {
    if (isStopping) return new Promise(() => {});
    throw new Error(`${file} ended (${signal ?? code}): ${words()}`);
  });
  failure.catch(() => {});
  const [message] = await Promise.race([once(child, 'message'), failure]);
  return {
    pid: child.pid ?? 0,
    port: portOf(message) ?? given,
    failure,
    stop: async () => {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const portOf = (message: unknown): number | undefined =>
  typeof message === 'object' && message !== null && 'port' in message ? Number(message.port) : undefined;

function lastWords(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(-WORDS);
    });
  }
  return () => text.trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The resident memory of a process, in bytes. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1_024;
}

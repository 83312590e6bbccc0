import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running program under test with its URL. */
export type Program = { url: string; pid: number; stop(): Promise<void> };

type ProgramOptions = {
  name: string;
  /** The script and its arguments. */
  args: string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  url: string;
  /** A path that responds with success once the program is ready. */
  health: string;
};

const TIMEOUT = 30_000;

/**
 * Starts a program and waits until it is ready.
 * @throws with its last output if it does not become ready.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { name, args, env, url, health, cwd } = options;
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => keep(lines, String(chunk)));
  const stop = () => end(child);
  try {
    await untilAnswers(`${url}${health}`, child);
  } catch (error) {
    await stop();
    throw new Error(`The ${name} did not become ready. Its last output:\n${lines.join('')}`, { cause: error });
  }
  if (process.env.DEBUG_STACK) child.stdout.pipe(process.stderr);
  return { url, pid: child.pid ?? 0, stop };
}

/**
 * Starts a worker and waits until it reports that it is ready.
 * @throws with its last output if it does not become ready.
 */
export async function startWorker(script: string, env: NodeJS.ProcessEnv): Promise<Pick<Program, 'stop'>> {
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => keep(lines, String(chunk)));
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof message !== 'object')
    throw new Error(`The worker did not become ready. Its last output:\n${lines.join('')}`);
  return { stop: () => end(child) };
}

function keep(lines: string[], text: string): void {
  lines.push(text);
  if (lines.length > 50) lines.shift();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}

async function untilAnswers(address: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`It exited with code ${child.exitCode}`);
    const status = await fetch(address, { redirect: 'manual' }).then(
      (response) => response.status,
      () => 0,
    );
    if (status > 0 && status < 400) return;
  }
  throw new Error(`${address} did not respond within ${TIMEOUT / 1_000} s`);
}

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port was found');
  return address.port;
}

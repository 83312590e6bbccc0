import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { discardEmbedded } from '@channel/prisma/embedded';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '../set-up/processes.mjs';
import { root } from '../set-up/project.mjs';

/* `npm start` itself, with everything that it starts. The first start builds the console if necessary. */

const PORTS = { API_PORT: 24_710, CONSOLE_PORT: 24_711 };
const API = `http://127.0.0.1:${PORTS.API_PORT}`;
const CONSOLE = `http://127.0.0.1:${PORTS.CONSOLE_PORT}`;
const START = 240_000;
const POSTGRES = /bin\/postgres -D/;

let folder: string;
let npm: ChildProcess;
/** The process that `npm start` prints. */
let printed: number;
let said: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stack-'));
  chmodSync(folder, 0o755);
});
afterEach(() => {
  for (const pid of [npm.pid ?? 0, ...below(npm.pid ?? 0), ...(printed ? [printed, ...below(printed)] : [])]) kill(pid);
});
afterAll(async () => {
  await discardEmbedded(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended, as expected.
  }
}

/** All direct and indirect child processes of a process. */
function below(pid: number): number[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/ +/).map(Number));
  const childrenOf = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...childrenOf(child)]);
  return childrenOf(pid);
}

async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
  npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    // As a shell at a terminal does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATA_DIR: folder,
      SEED_DEMO: '0',
      LOG_LEVEL: 'warn',
      API_PORT: String(PORTS.API_PORT),
      CONSOLE_PORT: String(PORTS.CONSOLE_PORT),
      ...env,
    },
  });
  said = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
    });
  await expect.poll(() => said, { timeout: START, interval: 100 }).toMatch(/`kill \d+`/);
  printed = Number(said.match(/`kill (\d+)`/)?.[1]);
}

const isFree = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(server, 'listening').then(() => ['free']),
    once(server, 'error').then(() => ['taken']),
  ]);
  server.close();
  return event === 'free';
};

async function stop(): Promise<void> {
  const ended = once(npm, 'exit');
  process.kill(printed, 'SIGTERM');
  await ended;
}

describe('npm start', () => {
  it('creates no demo world in production unless requested, and then with passwords that are shown once', async () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 'the key of a test, 32 letters and more' };
    await start({ ...production, SEED_DEMO: '' });
    expect(said).toContain('There is no administrator yet: `npm run admin:create`');
    expect(said).not.toMatch(/demo/i);
    await stop();

    await start({ ...production, SEED_DEMO: '1' });
    expect(said.match(/admin@demo\.example +[\w-]{16}$/m)).not.toBeNull();
    expect(said).not.toMatch(/admin-demo|no administrator/);
    await stop();

    await start({ ...production, SEED_DEMO: '1' });
    expect(said).not.toMatch(/demo\.example|no administrator/);
    await stop();
  });

  it.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGKILL'],
    ['the shell of npm', 'SIGTERM'],
    ['the script', 'SIGTERM'],
    ['the script', 'SIGKILL'],
    ['the process that it printed', 'SIGTERM'],
    ['the process that it printed', 'SIGKILL'],
    ['Postgres', 'SIGTERM'],
    ['Postgres', 'SIGINT'],
    ['the API', 'SIGTERM'],
    ['the worker', 'SIGTERM'],
    ['the console', 'SIGTERM'],
    ['the terminal', 'SIGHUP'],
  ] as const)('ends everything that it started when %s gets %s', async (who, signal) => {
    await start();
    const all = below(npm.pid ?? 0);
    const [first = 0] = all;
    const target = {
      npm: npm.pid ?? 0,
      'the shell of npm': first,
      'the script': parentOf(printed),
      'the process that it printed': printed,
      Postgres: runningOf(POSTGRES),
      'the API': runningOf(/api\/src\/main/),
      'the worker': runningOf(/worker\.ts/),
      'the console': runningOf(/console\/serve|next-server/),
      'the terminal': -(npm.pid ?? 0),
    }[who];
    // npm, its shell, script, stack, API, worker, console, Postgres and what that runs.
    expect(all.length).toBeGreaterThan(10);
    const killed = performance.now();
    process.kill(target, signal);
    await expect.poll(() => all.filter(isAlive), { timeout: 30_000, interval: 100 }).toEqual([]);
    console.log(`All have ended ${seconds(killed)} s after ${signal} of ${who} (load ${loadavg()[0]?.toFixed(1)})`);
    expect(await Promise.all(Object.values(PORTS).map(isFree))).toEqual([true, true]);
  });

  it('ends long before its timeout while clients send requests in sequence', async () => {
    await start({ SHUTDOWN_TIMEOUT_SECONDS: '30' });
    const all = below(npm.pid ?? 0);
    const addresses = [`${CONSOLE}/login`, `${API}/readyz`];
    const clients = Promise.all(
      addresses.flatMap((address) =>
        Array.from({ length: 5 }, async () => {
          while (await fetch(address).then(readAll, () => false));
        }),
      ),
    );
    await sleep(1_000);
    const killed = performance.now();
    process.kill(runningOf(POSTGRES), 'SIGTERM');
    await expect.poll(() => all.filter(isAlive), { timeout: 60_000, interval: 100 }).toEqual([]);
    const took = performance.now() - killed;
    await clients;
    // A forced end would take 35 s.
    expect(took).toBeLessThan(20_000);
    console.log(`All have ended ${seconds(killed)} s after SIGTERM under requests (load ${loadavg()[0]?.toFixed(1)})`);
  });

  it('restarts Postgres after its kill -9', async () => {
    await start();
    const postgres = runningOf(POSTGRES);
    process.kill(postgres, 'SIGKILL');
    await expect.poll(() => isAlive(postgres)).toBe(false);
    await expect.poll(() => answers('readyz'), { timeout: 30_000 }).toBe(true);
    expect(runningOf(POSTGRES)).not.toBe(postgres);
    await stop();
  });

  it('answers again within 6 s after the API is killed, on an idle machine', async () => {
    await start();
    const api = runningOf(/api\/src\/main/);
    const killed = performance.now();
    process.kill(api, 'SIGKILL');
    await expect.poll(() => answers()).toBe(false);
    while (!(await answers())) await sleep(20);
    const took = performance.now() - killed;
    const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    console.log(`The API answers ${seconds(killed)} s after kill -9 (load ${loadavg()[0]?.toFixed(1)})`);
    expect(took).toBeLessThan(6_000 * busy);
  });
});

const parentOf = (pid: number) => Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)]));

/** The process below the printed one with a matching command. */
const runningOf = (command: RegExp) => below(printed).find((pid) => command.test(commandOf(pid))) ?? 0;

const commandOf = (pid: number) => execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });

const readAll = (response: Response) => response.text().then(() => true);

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

const answers = (path = 'healthz') =>
  fetch(`${API}/${path}`).then(
    (response) => response.ok,
    () => false,
  );

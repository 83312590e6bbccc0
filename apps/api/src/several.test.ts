import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { end, environmentOn, freePort, launch, startProcess, untilReady } from './events/testing/programs.ts';

const PROCESSES = 2;
/** Milliseconds. Starting several processes takes long on a busy machine. */
const TIMEOUT = 60_000;
/** Concurrent clients, answers before the processes are killed, and rounds of kills. */
const [CLIENTS, ENOUGH, ROUNDS] = [32, 200, 2];
/** Unread lines, more than a pipe buffers, and their bytes; and milliseconds within which all processes have ended. */
const [UNREAD, LINE, ENDED] = [512, 3_000, 8_000];

let database: TestDatabase;
let port: number;
let primary: ChildProcess;

beforeAll(async () => {
  database = await testDatabase();
  port = await freePort();
  await start();
}, TIMEOUT);
afterAll(async () => {
  await end(primary, 'SIGKILL');
  await database.drop();
});

const several = (more: Record<string, string> = {}) =>
  environmentOn(database.application, { API_PORT: String(port), API_PROCESSES: String(PROCESSES), ...more });

const start = async (more?: Record<string, string>) => {
  primary = await startProcess('main.ts', several(more));
};

const children = (): number[] => {
  try {
    const lines = execFileSync('pgrep', ['-P', String(primary.pid)], { encoding: 'utf8' });
    return lines.trim().split('\n').map(Number);
  } catch {
    return [];
  }
};

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Milliseconds: a connection without an answer after this time hangs. */
const HANGS = 10_000;

/** The status, 0 if the connection is refused or reset, or `hangs`. */
const statusOf = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(HANGS),
  }).then(
    ({ status }) => status,
    (error: Error) => (error.name === 'TimeoutError' ? 'hangs' : 0),
  );

/** Sends requests in sequence, each on its own connection, until it is aborted. */
async function ask(statuses: unknown[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const status = await statusOf('/healthz');
    statuses.push(status);
    if (status !== 200) await sleep(20);
  }
}

describe('API_PROCESSES', () => {
  it(
    'serve one port: a killed process is restarted, and meanwhile the others answer',
    async () => {
      const first = children();
      expect(first).toHaveLength(PROCESSES);
      const [victim = 0] = first;
      process.kill(victim, 'SIGKILL');
      await expect.poll(() => runs(victim)).toBe(false);
      const answers: unknown[] = [];
      while (children().length < PROCESSES || answers.length < 50) answers.push(await statusOf('/healthz'));
      expect(new Set(answers)).toEqual(new Set([200]));
      const second = children();
      expect(second.filter((pid) => first.includes(pid))).toHaveLength(PROCESSES - 1);
      expect(second).not.toContain(victim);
    },
    TIMEOUT,
  );

  it(
    'do not wait for a process that is busy or stopped',
    async () => {
      const [stopped = 0] = children();
      process.kill(stopped, 'SIGSTOP');
      // The stopped process gets one connection, which waits; after that the others get all connections.
      const one = Promise.all(Array.from({ length: PROCESSES }, () => statusOf('/healthz')));
      await Promise.race([one, sleep(1_000)]);
      const answers = await Promise.all(Array.from({ length: 30 }, () => statusOf('/healthz')));
      expect(new Set(answers)).toEqual(new Set([200]));
      process.kill(stopped, 'SIGCONT');
      expect(new Set(await one)).toEqual(new Set([200]));
    },
    TIMEOUT,
  );

  it(
    'all end gracefully when their primary process is signalled',
    async () => {
      const all = children();
      const ended = once(primary, 'exit');
      primary.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(all.filter(runs)).toEqual([]);
      expect(await statusOf('/healthz')).toBe(0);
    },
    TIMEOUT,
  );

  it(
    'all end gracefully when their log has no reader',
    async () => {
      primary = launch('main.ts', several({ LOG_LEVEL: 'info' }), 'pipe');
      await untilReady(primary);
      const long = `/${'x'.repeat(LINE)}`;
      for (let lines = 0; lines < UNREAD; lines += CLIENTS) {
        await Promise.all(Array.from({ length: CLIENTS }, () => statusOf(long)));
      }
      const all = children();
      const ended = once(primary, 'exit');
      const signalledAt = performance.now();
      primary.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(performance.now() - signalledAt).toBeLessThan(ENDED);
      expect(all.filter(runs)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'all end when their primary process is killed',
    async () => {
      await start();
      const all = children();
      await end(primary, 'SIGKILL');
      await expect.poll(() => all.filter(runs), { timeout: 15_000 }).toEqual([]);
      expect(await statusOf('/healthz')).toBe(0);
    },
    TIMEOUT,
  );

  it(
    'refuse all connections once the only process is killed',
    async () => {
      await start({ API_PROCESSES: '1' });
      expect(await statusOf('/healthz')).toBe(200);
      await end(primary, 'SIGKILL');
      const answers = await Promise.all(Array.from({ length: 10 }, () => statusOf('/healthz')));
      expect(new Set(answers)).toEqual(new Set([0]));
    },
    TIMEOUT,
  );

  it(
    'are not restarted when none of them starts successfully',
    async () => {
      const taken = createServer().listen(port, '127.0.0.1');
      await once(taken, 'listening');
      const given = launch('main.ts', several({ LOG_LEVEL: 'fatal', NODE_OPTIONS: '--trace-exit' }), 'pipe');
      if (!given.stdout || !given.stderr) throw new Error('The program has no output.');
      const [log, errors, [code]] = await Promise.all([text(given.stdout), text(given.stderr), once(given, 'exit')]);
      expect(code).toBe(1);
      // The output of the process that ended, in its log and beside it.
      expect(log).toContain(`port ${port} is taken`);
      expect(new Set(errors.match(/(?<=\(node:)\d+/g)).size).toBeGreaterThan(1);
      taken.close();
    },
    TIMEOUT,
  );

  it(
    'answer or reset every connection when they are killed under load',
    async () => {
      await start();
      const statuses: unknown[] = [];
      const enough = new AbortController();
      const clients = Array.from({ length: CLIENTS }, () => ask(statuses, enough.signal));
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = statuses.length;
        const answered = () => statuses.slice(before).filter((status) => status === 200).length;
        await expect.poll(answered, { timeout: TIMEOUT, interval: 5 }).toBeGreaterThan(ENOUGH);
        for (const child of children()) process.kill(child, 'SIGKILL');
      }
      enough.abort();
      await Promise.all(clients);
      expect(statuses).not.toContain('hangs');
    },
    2 * TIMEOUT,
  );
});

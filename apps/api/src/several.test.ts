import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { end, environmentOn, launch, startProcess, untilReady } from './events/testing/programs.ts';

const PROCESSES = 2;
/** Starting so many takes its time on a busy machine. */
const PATIENCE = 60_000;
/** So many clients at once, answers before the processes are killed, and times that they are. */
const [CLIENTS, ENOUGH, ROUNDS] = [32, 200, 2];
/** Lines of so many bytes that nobody reads, more than a pipe holds; and milliseconds within which all have ended anyhow. */
const [UNREAD, LINE, ENDED] = [512, 3_000, 8_000];

let database: TestDatabase;
let port: number;
let primary: ChildProcess;

beforeAll(async () => {
  database = await testDatabase();
  port = await freePort();
  await start();
}, PATIENCE);
afterAll(async () => {
  await end(primary, 'SIGKILL');
  await database.drop();
});

const several = (more: Record<string, string> = {}) =>
  environmentOn(database.application, { API_PORT: String(port), API_PROCESSES: String(PROCESSES), ...more });

const start = async (more?: Record<string, string>) => {
  primary = await startProcess('main.ts', several(more));
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

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

/** Milliseconds: a connection that has no answer by then waits for good. */
const HANGS = 10_000;

/** The status, 0 where the connection is refused or reset, or `hangs`. */
const statusOf = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(HANGS),
  }).then(
    ({ status }) => status,
    (error: Error) => (error.name === 'TimeoutError' ? 'hangs' : 0),
  );

/** Asks one request after the other, each on a connection of its own, until it is told to end. */
async function ask(statuses: unknown[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const status = await statusOf('/healthz');
    statuses.push(status);
    if (status !== 200) await sleep(20);
  }
}

describe('API_PROCESSES', () => {
  it(
    'serve one port, each by itself: one that is killed comes back, and meanwhile the others answer',
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
    PATIENCE,
  );

  it(
    'do not wait for one that is busy or stopped',
    async () => {
      const [stopped = 0] = children();
      process.kill(stopped, 'SIGSTOP');
      // It is given one connection, which waits for it; after that the others get all.
      const one = Promise.all(Array.from({ length: PROCESSES }, () => statusOf('/healthz')));
      await Promise.race([one, sleep(1_000)]);
      const answers = await Promise.all(Array.from({ length: 30 }, () => statusOf('/healthz')));
      expect(new Set(answers)).toEqual(new Set([200]));
      process.kill(stopped, 'SIGCONT');
      expect(new Set(await one)).toEqual(new Set([200]));
    },
    PATIENCE,
  );

  it(
    'all end, each in order, when the one above them is told to end',
    async () => {
      const all = children();
      const ended = once(primary, 'exit');
      primary.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(all.filter(runs)).toEqual([]);
      expect(await statusOf('/healthz')).toBe(0);
    },
    PATIENCE,
  );

  it(
    'all end in order when nobody reads their log',
    async () => {
      primary = launch('main.ts', several({ LOG_LEVEL: 'info' }), 'pipe');
      await untilReady(primary);
      const long = `/${'x'.repeat(LINE)}`;
      for (let lines = 0; lines < UNREAD; lines += CLIENTS) {
        await Promise.all(Array.from({ length: CLIENTS }, () => statusOf(long)));
      }
      const all = children();
      const ended = once(primary, 'exit');
      const notified = performance.now();
      primary.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(performance.now() - notified).toBeLessThan(ENDED);
      expect(all.filter(runs)).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'all end when the one above them is killed',
    async () => {
      await start();
      const all = children();
      await end(primary, 'SIGKILL');
      await expect.poll(() => all.filter(runs), { timeout: 15_000 }).toEqual([]);
      expect(await statusOf('/healthz')).toBe(0);
    },
    PATIENCE,
  );

  it(
    'that are one alone refuse everybody once it is killed',
    async () => {
      await start({ API_PROCESSES: '1' });
      expect(await statusOf('/healthz')).toBe(200);
      await end(primary, 'SIGKILL');
      const answers = await Promise.all(Array.from({ length: 10 }, () => statusOf('/healthz')));
      expect(new Set(answers)).toEqual(new Set([0]));
    },
    PATIENCE,
  );

  it(
    'are given up when none of them comes to work',
    async () => {
      const taken = createServer().listen(port, '127.0.0.1');
      await once(taken, 'listening');
      const given = launch('main.ts', several({ LOG_LEVEL: 'fatal', NODE_OPTIONS: '--trace-exit' }), 'pipe');
      if (!given.stdout || !given.stderr) throw new Error('the program has no output');
      const [log, errors, [code]] = await Promise.all([text(given.stdout), text(given.stderr), once(given, 'exit')]);
      expect(code).toBe(1);
      // What the one that ended has said, in its log and beside it.
      expect(log).toContain(`port ${port} is taken`);
      expect(new Set(errors.match(/(?<=\(node:)\d+/g)).size).toBeGreaterThan(1);
      taken.close();
    },
    PATIENCE,
  );

  it(
    'leave no connection without an answer or a reset when they are killed under load',
    async () => {
      await start();
      const statuses: unknown[] = [];
      const enough = new AbortController();
      const clients = Array.from({ length: CLIENTS }, () => ask(statuses, enough.signal));
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = statuses.length;
        const answered = () => statuses.slice(before).filter((status) => status === 200).length;
        await expect.poll(answered, { timeout: PATIENCE, interval: 5 }).toBeGreaterThan(ENOUGH);
        for (const child of children()) process.kill(child, 'SIGKILL');
      }
      enough.abort();
      await Promise.all(clients);
      expect(statuses).not.toContain('hangs');
    },
    2 * PATIENCE,
  );
});

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tryLock } from './lock.ts';
import { startOf } from './process-start.ts';

const PROGRAM = join(import.meta.dirname, '../testing/take-lock.ts');
const PROCESSES = 6;
const ROUNDS = 60;
/** No process has it: the largest is 4,194,304. */
const GONE = 4_194_305;

let home: string;
let folders = 0;
let takers: ChildProcess[];
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'channel-locks-'));
  takers = Array.from({ length: PROCESSES }, () => fork(PROGRAM));
  await Promise.all(takers.map((taker) => once(taker, 'message')));
}, 60_000);
afterAll(async () => {
  for (const taker of takers) taker.disconnect();
  await Promise.all(takers.map((taker) => taker.exitCode ?? once(taker, 'exit')));
  rmSync(home, { recursive: true });
});

/** A folder with locks of a holder that is gone. */
function abandoned(...names: string[]): string {
  folders += 1;
  const folder = join(home, String(folders));
  mkdirSync(folder);
  for (const name of names)
    writeFileSync(join(folder, `${name}.lock`), JSON.stringify({ pid: GONE, host: hostname(), started: '1' }));
  return folder;
}

async function send(taker: ChildProcess, folder: string): Promise<boolean> {
  const answered = once(taker, 'message');
  taker.send(folder);
  return (await answered)[0] === true;
}

const count = (won: boolean[]): number => won.filter(Boolean).length;

it('of many processes that find an abandoned lock, exactly one takes it', { timeout: 120_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const folder = abandoned('archiver');
    const won = await Promise.all(takers.map((taker) => send(taker, folder)));
    expect([round, count(won)]).toEqual([round, 1]);
    expect(readdirSync(folder)).toEqual(['archiver.lock']);
    await Promise.all(takers.map((taker) => send(taker, '')));
    expect(readdirSync(folder)).toEqual([]);
  }
});

it('of many takers in one process, exactly one takes it', async () => {
  for (let round = 0; round < 10; round++) {
    const folder = abandoned('archiver');
    const locks = await Promise.all(Array.from({ length: 30 }, () => tryLock(folder, 'archiver')));
    expect(count(locks.map((lock) => lock !== undefined))).toBe(1);
    for (const lock of locks) await lock?.release();
  }
});

it('is taken also where a process was killed while it took it over', async () => {
  const folder = abandoned('archiver', 'archiver.takeover', 'archiver.takeover.takeover');
  const lock = await tryLock(folder, 'archiver');
  expect(lock).toBeDefined();
  await lock?.release();
  expect(readdirSync(folder)).toEqual([]);
});

it.for(['', '{', 'null', '7', '{"pid":1}'])('is taken where the lock is damaged: %j', async (content) => {
  const folder = abandoned();
  writeFileSync(join(folder, 'archiver.lock'), content);
  const lock = await tryLock(folder, 'archiver');
  expect(lock).toBeDefined();
  await lock?.release();
});

it('is not taken from a process that runs, nor from another machine within a minute', async () => {
  const folder = abandoned();
  for (const holder of [
    { pid: process.pid, host: hostname(), started: startOf(process.pid) },
    { pid: GONE, host: 'elsewhere', started: '1' },
  ]) {
    writeFileSync(join(folder, 'archiver.lock'), JSON.stringify(holder));
    expect(await tryLock(folder, 'archiver')).toBeUndefined();
  }
});

/** Takes a lock, and lets its heartbeats be made by hand. */
async function takeByHand(folder: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const lock = await tryLock(folder, 'archiver');
    const beat = async () => {
      vi.advanceTimersByTime(10_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    return { lock, beat, file: join(folder, 'archiver.lock') };
  } catch (error) {
    vi.useRealTimers();
    throw error;
  }
}

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

it('is renewed by its holder with the time of the file system, and never by one that lost it', async () => {
  try {
    const { lock, beat, file } = await takeByHand(abandoned());
    const content = readFileSync(file, 'utf8');
    utimesSync(file, LONG_AGO, LONG_AGO);
    const machine = vi.spyOn(Date, 'now').mockReturnValue(LONG_AGO.getTime());
    await beat();
    machine.mockRestore();
    expect(Math.abs(statSync(file).mtimeMs - Date.now())).toBeLessThan(60_000);
    expect(readFileSync(file, 'utf8')).toBe(content);
    // It was suspended, and another machine took over.
    const other = JSON.stringify({ pid: GONE, host: 'elsewhere', started: '1' });
    writeFileSync(file, other);
    utimesSync(file, LONG_AGO, LONG_AGO);
    await beat();
    expect([statSync(file).mtime, readFileSync(file, 'utf8')]).toEqual([LONG_AGO, other]);
    await lock?.release();
    expect(readFileSync(file, 'utf8')).toBe(other);
  } finally {
    vi.useRealTimers();
  }
});

it.each([3_600_000, -3_600_000])(
  'of another machine is judged by the file system, where this clock is %i ms off',
  async (off) => {
    const folder = abandoned();
    const file = join(folder, 'archiver.lock');
    writeFileSync(file, JSON.stringify({ pid: GONE, host: 'elsewhere', started: '1' }));
    const machine = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + off);
    try {
      expect(await tryLock(folder, 'archiver')).toBeUndefined();
      const old = new Date(statSync(file).mtimeMs - 61_000);
      utimesSync(file, old, old);
      const lock = await tryLock(folder, 'archiver');
      expect(lock).toBeDefined();
      await lock?.release();
    } finally {
      machine.mockRestore();
    }
  },
);

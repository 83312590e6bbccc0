import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Environment, end, startProcess } from './programs.ts';

/** The time to live of a program, in multiples of its start time, so that it makes progress on a busy machine too. */
const LIVES = { shortest: 0.5, longest: 3 };
const MAX_FAILURES = 3;

/** A program that is killed after a random time and started again, until it is spared. */
export type Crashable = {
  deaths(): number;
  /** Stops killing it. @returns the running process */
  spare(): Promise<ChildProcess>;
};

export function crashable(file: 'main.ts' | 'worker.ts', env: Environment, random: () => number): Crashable {
  const letGo = new AbortController();
  let deaths = 0;
  let failures = 0;
  /** A program that loses the database while it starts ends and is started again, a limited number of times. */
  const start = async (): Promise<ChildProcess> => {
    try {
      return await startProcess(file, env);
    } catch (error) {
      failures += 1;
      if (failures > MAX_FAILURES) throw error;
      return start();
    }
  };
  const run = async () => {
    for (;;) {
      const before = performance.now();
      const child = await start();
      const life = (performance.now() - before) * (LIVES.shortest + random() * (LIVES.longest - LIVES.shortest));
      const isSpared = await sleep(life, false, { signal: letGo.signal }).catch(() => true);
      if (isSpared) return child;
      await end(child, 'SIGKILL');
      deaths += 1;
    }
  };
  const running = run();
  // `spare` reports a failed start.
  running.catch(() => {});
  return {
    deaths: () => deaths,
    spare: () => {
      letGo.abort();
      return running;
    },
  };
}

/** mulberry32: the same seed gives the same numbers from 0 up to 1. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Below the range of ports for outgoing connections. */
const PORTS = { first: 20_000, count: 10_000 };

/**
 * A free loopback port that no outgoing connection uses while its listener is down: a client that repeatedly connects
 * to a dead port in the range of outgoing connections can end up connected to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

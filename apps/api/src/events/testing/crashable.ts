import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Environment, end, startProcess } from './programs.ts';

/** A program lives for so many times of what its start took before it is killed: also a busy machine gets something done. */
const LIVES = { shortest: 0.5, longest: 3 };
const MAX_FAILURES = 3;

/** A program that is killed after a life of random length and started again, until it is spared. */
export type Crashable = {
  deaths(): number;
  /** Lets it live from now on. Answers the one that lives. */
  spare(): Promise<ChildProcess>;
};

export function crashable(file: 'main.ts' | 'worker.ts', env: Environment, random: () => number): Crashable {
  const letGo = new AbortController();
  let deaths = 0;
  let failures = 0;
  /** Who loses the database while it starts does not start, and is started again: but not for ever. */
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
  // That it could not be started is told to who spares it.
  running.catch(() => {});
  return {
    deaths: () => deaths,
    spare: () => {
      letGo.abort();
      return running;
    },
  };
}

/** mulberry32: the same seed, the same numbers from 0 up to 1. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Below those that systems give to outgoing connections. */
const PORTS = { first: 20_000, count: 10_000 };

/**
 * A port of loopback on which nobody listens, and which no connection takes while its listener is dead: among the ports
 * of outgoing connections, somebody who calls the dead again and again ends up connected to himself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const isFree = await new Promise<boolean>((tell) => {
      server.once('error', () => tell(false));
      server.listen(port, '127.0.0.1', () => tell(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

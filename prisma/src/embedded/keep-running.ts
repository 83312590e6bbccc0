import { setTimeout as sleep } from 'node:timers/promises';
import type { Exit } from './postmaster.ts';

/** Milliseconds before the second attempt to start it, and the most between attempts: so long it may stay away. */
const PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/** A running server. */
type Running = {
  exited: Promise<Exit>;
  /** Settles when it begins to end: true when it received a signal, false after a crash. */
  endRequested(): Promise<boolean>;
};

/** What the program that runs a server does when it ends. */
export type Keeper = {
  /** Starts it once more, on the same port. @throws while it can't start */
  start: () => Promise<Running>;
  /** Called when it received a signal to end; it is not started again. */
  onEndRequested: () => void;
  /** Whether the program itself ends. */
  isOver: () => boolean;
  /** Called with one-line messages for the user. */
  log: (message: string) => void;
  /** Called with the reason for which it can't start, once as long as it stays the same. */
  fail: (error: unknown) => void;
};

/** Starts a server again each time that it ends unexpectedly. Resolves when it received a signal to end, or the program ends. */
export async function keepRunning(postgres: Running, keeper: Keeper): Promise<void> {
  for (let running: Running | undefined = postgres; running; running = await started(keeper)) {
    if (await running.endRequested()) return keeper.onEndRequested();
    const { code, signal } = await running.exited;
    if (keeper.isOver()) return;
    keeper.log(`Postgres ended (${signal ?? `code ${code}`}): starting it again`);
  }
}

/** The server, once it could start, for example because its disk has room again; undefined if the program ends before. */
async function started({ start, isOver, log, fail }: Keeper): Promise<Running | undefined> {
  let reported = '';
  for (let pause = PAUSE; !isOver(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      const running = await start();
      log('Postgres runs again');
      return running;
    } catch (error) {
      // Its reason may name a process.
      const reason = String(error).replaceAll(/\d+/g, '');
      if (reason !== reported) fail(error);
      reported = reason;
    }
    await sleep(pause);
  }
  return undefined;
}

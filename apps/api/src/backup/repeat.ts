import { setTimeout as sleep } from 'node:timers/promises';

/** Runs an action, and again `interval` milliseconds after each end, until `signal` is aborted. */
export async function repeat(interval: number, signal: AbortSignal, action: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await action();
    await sleep(interval, undefined, { signal }).catch(() => {});
  }
}

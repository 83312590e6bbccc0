import type { Logger } from 'pino';

/** A Ctrl-C reaches a process by its terminal and by the one that started it: within this time it is the same one. */
const SAME_SIGNAL = 500;

/**
 * Ends a program in order at SIGTERM and SIGINT, or when the program that started it is gone; a second signal, or
 * `seconds` without an end, forces it.
 */
export function endInOrder(log: Logger, seconds: number, end: () => Promise<void>): void {
  let ending: number | undefined;
  const stop = async (reason: string) => {
    if (ending !== undefined) {
      if (performance.now() - ending > SAME_SIGNAL) process.exit(1);
      return;
    }
    ending = performance.now();
    log.info(`ending: ${reason}`);
    setTimeout(() => process.exit(1), seconds * 1_000).unref();
    try {
      await end();
      await new Promise((resolve) => log.flush(resolve));
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the end was not clean');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  const orphaned = () => void stop('the program that started this one is gone');
  process.on('disconnect', orphaned);
  // It may have gone before anybody listened.
  if (process.connected === false) orphaned();
}

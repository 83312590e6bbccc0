import type { Logger } from 'pino';

/**
 * Milliseconds. A Ctrl-C signals a process through its terminal and through its parent; within this time both are one
 * signal.
 */
const SAME_SIGNAL = 500;

/**
 * Ends a program gracefully at SIGTERM and SIGINT, or when its parent process is gone. A second signal, or `seconds`
 * without an end, forces it.
 */
export function shutDownOnSignal(log: Logger, seconds: number, end: () => Promise<void>): void {
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
      log.error({ err: error }, 'the shutdown failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  const orphaned = () => void stop('the parent process is gone');
  process.on('disconnect', orphaned);
  // The parent may have exited before the listener was added.
  if (process.connected === false) orphaned();
}

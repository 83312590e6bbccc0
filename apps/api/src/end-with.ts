import type { Logger } from 'pino';

/** Ends the program with one line. */
export async function endWith(log: Logger, violation: string): Promise<never> {
  log.fatal(violation);
  await new Promise((resolve) => log.flush(resolve));
  process.exit(1);
}

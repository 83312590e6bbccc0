import type { Settings } from '@channel/settings';
import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { Output } from './output.ts';
import { shownError, shownRequest } from './shown-in-log.ts';

/**
 * Opens the log of a program, which includes Node's warnings.
 *
 * @param output shared with other writers of lines
 */
export function openLog(name: string, settings: Settings, output = new Output()): Logger {
  const log = pino(
    { name, level: settings.logLevel, serializers: { req: shownRequest, err: shownError } },
    settings.logFormat === 'pretty' ? prettyOn(output) : output,
  );
  output.onLost((lost) =>
    log.warn(`${lost} lines of the log were lost: their reader was too slow, or their disk was full`),
  );
  logWarnings(log);
  return log;
}

/** In this thread, because a separate thread would wait for the reader at its end. */
function prettyOn(output: Output) {
  const readable = prettyFactory({ ignore: 'pid,hostname,name' });
  return {
    write: (line: string) => output.write(readable(line)),
    flush: (done: () => void) => output.flush(done),
  };
}

/** Logs Node's warnings, which Node prints to standard error by default. */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    // Prisma reads the relations of a transaction's rows concurrently. The pg version that it depends on supports that.
    const isPrismas = warning.message.startsWith('Calling client.query() when the client is already executing');
    log[isPrismas ? 'debug' : 'warn']({ err: warning }, 'warning from Node');
  });
}

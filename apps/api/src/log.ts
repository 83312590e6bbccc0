import type { Settings } from '@channel/settings';
import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { Output } from './output.ts';
import { shownError, shownRequest } from './shown-in-log.ts';

/**
 * Opens the log of a program, warnings of Node included.
 *
 * @param output shared with whatever else writes lines there
 */
export function openLog(name: string, settings: Settings, output = new Output()): Logger {
  const log = pino(
    { name, level: settings.logLevel, serializers: { req: shownRequest, err: shownError } },
    settings.logFormat === 'pretty' ? prettyOn(output) : output,
  );
  output.onLost((lost) => log.warn(`${lost} lines of the log were lost: whoever reads it is too slow`));
  logWarnings(log);
  return log;
}

/** In this thread: one of its own would wait at its end for whoever reads. */
function prettyOn(output: Output) {
  const readable = prettyFactory({ ignore: 'pid,hostname,name' });
  return {
    write: (line: string) => output.write(readable(line)),
    flush: (done: () => void) => output.flush(done),
  };
}

/** Node prints its warnings past the log. */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    // Prisma reads the relations of a transaction's rows side by side. That works in the pg that it comes with.
    const isPrismas = warning.message.startsWith('Calling client.query() when the client is already executing');
    log[isPrismas ? 'debug' : 'warn']({ err: warning }, 'a warning of Node');
  });
}

import type { Settings } from '@channel/settings';
import { type DestinationStream, type Logger, pino } from 'pino';
import { shownError, shownRequest } from './shown-in-log.ts';

/** Opens the log of a program, warnings of Node included. */
export function openLog(name: string, settings: Settings): Logger {
  const log = pino(
    { name, level: settings.logLevel, serializers: { req: shownRequest, err: shownError } },
    settings.logFormat === 'pretty'
      ? pino.transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname,name' } })
      : openOutput((lost) => log.warn(`${lost} lines of the log were lost: whoever reads it is too slow`)),
  );
  logWarnings(log);
  return log;
}

/** Bytes that are written together, and milliseconds until fewer are. */
const TOGETHER = 4_096;
const SOON = 100;
/** Bytes that wait for a reader of the log; what comes after them is lost. */
const MOST_WAITING = 4 * 1_024 * 1_024;
/** Milliseconds that the end of a program waits for the reader. */
const LAST_WAIT = 1_000;

/**
 * The output of a program. It is written to by other threads, so that a reader that stands still holds up nothing but its log.
 *
 * @param tell told how many lines were lost, once the reader goes on
 */
function openOutput(tell: (lost: number) => void): DestinationStream {
  let end = Number.POSITIVE_INFINITY;
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: TOGETHER,
    maxLength: MOST_WAITING,
    periodicFlush: SOON,
    retryEAGAIN: () => performance.now() < end,
  });
  let lost = 0;
  output.on('drop', () => {
    lost += 1;
  });
  output.on('drain', () => {
    if (lost > 0) tell(lost);
    lost = 0;
  });
  // Before pino writes the rest, for which it would wait without an end.
  process.prependListener('exit', () => {
    end = performance.now() + LAST_WAIT;
    try {
      output.flushSync();
    } catch {
      output.destroy();
    }
  });
  return output;
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

import type { Settings } from '@channel/settings';
import { type Logger, pino } from 'pino';
import { shownError, shownRequest } from './shown-in-log.ts';

/** Opens the log of a program, warnings of Node included. */
export function openLog(name: string, settings: Settings): Logger {
  const log = pino(
    { name, level: settings.logLevel, serializers: { req: shownRequest, err: shownError } },
    settings.logFormat === 'pretty'
      ? pino.transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname,name' } })
      : // At once, as Node itself writes to its output: by way of other threads each line costs several times as much.
        pino.destination({ sync: true }),
  );
  logWarnings(log);
  return log;
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

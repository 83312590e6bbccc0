import { createSessions } from '@channel/auth';
import { createPrisma } from '@channel/prisma';
import { loadSettings, type Settings, SettingsError } from '@channel/settings';
import { type Logger, pino } from 'pino';
import { sharesOf } from './admission/surface.ts';
import type { Services } from './context.ts';
import { openStorage } from './media/open-storage.ts';
import { shownError, shownRequest } from './shown-in-log.ts';

/** What every program of the installation starts with. */
export type Program = { settings: Settings; log: Logger; services: Services };

/** What every program needs, and `npm start` sets by itself. */
const NEEDED = [
  {
    setting: 'databaseUrl',
    name: 'DATABASE_URL',
    expected: 'the address of a Postgres database; `npm start` sets it by itself',
  },
  {
    setting: 'secretKey',
    name: 'SECRET_KEY',
    expected: 'a secret of at least 32 characters, the same for all programs; `npm start` makes one by itself',
  },
] as const;

/**
 * Reads the settings, opens the log and the database. A setting that is not usable ends the program with its name.
 *
 * @param hasSurfaces whether v1, the console and GraphQL are served, each on its own connections
 */
export function startProgram(name: string, { hasSurfaces = false } = {}): Program {
  const settings = settingsOrExit();
  const log = pino(
    { name, level: settings.logLevel, serializers: { req: shownRequest, err: shownError } },
    settings.logFormat === 'pretty'
      ? pino.transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname,name' } })
      : // At once, as Node itself writes to its output: by way of other threads each line costs several times as much.
        pino.destination({ sync: true }),
  );
  logWarnings(log);
  const db = createPrisma({
    connectionString: settings.databaseUrl ?? '',
    ...(hasSurfaces ? { shares: sharesOf(settings) } : { poolSize: settings.databasePoolSize }),
    applicationName: name,
    log: (message, error) => log.warn({ err: error }, message),
  });
  const sessions = createSessions({
    db,
    idleMinutes: settings.sessionIdleMinutes,
    absoluteHours: settings.sessionAbsoluteHours,
    secure: settings.consoleUrl.startsWith('https:'),
  });
  return {
    settings,
    log,
    services: { settings, db, sessions, storage: openStorage(settings), clock: () => new Date() },
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

function settingsOrExit(): Settings {
  try {
    const settings = loadSettings(process.env);
    const missing = NEEDED.filter(({ setting }) => settings[setting] === null);
    if (missing.length > 0) throw new SettingsError(missing);
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Ends a program in order at SIGTERM and SIGINT, or when the program that started it is gone; a second signal, or
 * `seconds` without an end, forces it.
 */
export function endInOrder(log: Logger, seconds: number, end: () => Promise<void>): void {
  let ending = false;
  const stop = async (reason: string) => {
    if (ending) process.exit(1);
    ending = true;
    log.info(`ending: ${reason}`);
    setTimeout(() => process.exit(1), seconds * 1_000).unref();
    try {
      await end();
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

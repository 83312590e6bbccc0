import { setTimeout as sleep } from 'node:timers/promises';
import { createSessions } from '@channel/auth';
import { createPrisma } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { Logger } from 'pino';
import { pooled, replicasIn } from './addresses.ts';
import { poolsOf } from './admission/surface.ts';
import { commandClock } from './clock/command-clock.ts';
import { DatabaseClock } from './clock/database-clock.ts';
import { timeOf } from './clock/read-clock.ts';
import type { Services } from './context.ts';
import { connectionViolation } from './doctor/connection-violation.ts';
import { keyViolation } from './doctor/try-key.ts';
import { endWith } from './end-with.ts';
import { openLog } from './log.ts';
import { openStorage } from './media/open-storage.ts';
import { createMetrics } from './metrics/metrics.ts';
import { settingsOrExit } from './settings-or-exit.ts';
import { openTracing } from './traces/open-tracing.ts';
import { traceStatements } from './traces/trace-statements.ts';

/** The common parts of every program of the installation. */
export type Program = { settings: Settings; log: Logger; services: Services; time: DatabaseClock };

/**
 * Reads the settings, opens the log and the database. An invalid setting ends the program with its name.
 *
 * @param hasSurfaces whether v1, the console and GraphQL are served, each on its own connections
 */
export function startProgram(name: string, { hasSurfaces = false } = {}): Program {
  const settings = settingsOrExit();
  const log = openLog(name, settings);
  const metrics = settings.metricsPort === null ? undefined : createMetrics();
  const db = createPrisma({
    ...pooled(settings),
    ...(hasSurfaces
      ? { shares: poolsOf(settings), replicas: replicasIn(settings) }
      : { poolSize: settings.databasePoolSize }),
    applicationName: name,
    log: (message) => log.warn(message),
  });
  const time = new DatabaseClock(() => timeOf(db), log);
  metrics?.watchDatabase(db, time);
  const sessions = createSessions({
    db,
    idleMinutes: settings.sessionIdleMinutes,
    absoluteHours: settings.sessionAbsoluteHours,
    secure: settings.consoleUrl.startsWith('https:'),
    clock: time.now,
  });
  return {
    settings,
    log,
    services: {
      settings,
      db,
      sessions,
      storage: openStorage(settings, (line) => log.warn(line)),
      clock: time.now,
      metrics,
    },
    time,
  };
}

/**
 * The same for a program that serves: it goes by the clock of Postgres, and sends traces if the settings name a collector.
 * `closeTraces` sends the last of them.
 */
export async function startTraced(
  ...args: Parameters<typeof startProgram>
): Promise<Program & { closeTraces: () => Promise<void> }> {
  const { services, ...program } = startProgram(...args);
  await program.time.follow();
  const tracing = await openTracing(args[0], program.settings, program.log);
  if (tracing) traceStatements();
  return { ...program, services: { ...services, tracing }, closeTraces: async () => tracing?.close() };
}

/** The services of a command, which goes by the clock of Postgres; what it says about it is on stderr, beside its output. */
export async function startCommand(name: string): Promise<Pick<Program, 'settings' | 'services'>> {
  const { settings, services } = startProgram(name);
  const clock = await commandClock(() => timeOf(services.db), console.error);
  return { settings, services: { ...services, clock } };
}

/** Milliseconds that the start waits for the database, which may be away, and until it is examined again. */
const [LIMIT, PAUSE] = [3_000, 5_000];

/**
 * Ends the program with one line if `SECRET_KEY` decrypts none of the secrets, so that each webhook would fail, or if its
 * connections are not what it relies on. Connections to a database that is away are examined when it is back.
 */
export async function endIfUnfit({ db, settings }: Services, log: Logger): Promise<void> {
  const examine = async () => {
    const violation = await connectionViolation(settings).catch(() => 'away' as const);
    if (violation === 'away') setTimeout(() => void examine(), PAUSE).unref();
    else if (violation !== undefined) await endWith(log, violation);
  };
  const over = new AbortController();
  const late = sleep(LIMIT, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([examine(), late]);
  const violation = await Promise.race([keyViolation(db, settings.secretKey), late]);
  over.abort();
  if (violation !== undefined) await endWith(log, violation);
}

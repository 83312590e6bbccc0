import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { direct } from '../addresses.ts';
import type { Services } from '../context.ts';
import { endWith } from '../end-with.ts';
import { registerProgram } from './register-program.ts';
import { sharedValues } from './shared-values.ts';

/** Milliseconds that the start waits for the database, which may be away, and until the next attempt. */
const [LIMIT, PAUSE] = [3_000, 5_000];

type Joining = {
  /** Such as `channel-api`. */
  name: string;
  /** Connections to Postgres itself that the program may open. */
  connections: number;
};

/**
 * Registers a program among those of its database. The log says in which settings they differ; a program over
 * `DATABASE_CONNECTION_BUDGET` ends. A database that is away is tried again.
 *
 * @returns removes the program, for its end
 */
export async function join(
  { name, connections }: Joining,
  { db, settings }: Services,
  log: Logger,
): Promise<() => Promise<void>> {
  const values = await sharedValues(settings);
  let isOver = false;
  let leave = async () => {};
  const attempt = async (): Promise<void> => {
    if (isOver) return;
    try {
      const registration = await registerProgram({
        db,
        directUrl: direct(settings),
        program: { name, connections, values },
        budget: settings.databaseConnectionBudget,
      });
      leave = registration.leave;
      for (const line of registration.differences) log.warn(line);
      if (registration.violation !== undefined) await endWith(log, registration.violation);
      if (isOver) await leave();
    } catch (error) {
      log.debug({ err: error }, 'the program was not registered; it will be retried');
      setTimeout(() => void attempt(), PAUSE).unref();
    }
  };
  await Promise.race([attempt(), sleep(LIMIT, undefined, { ref: false })]);
  return async () => {
    isOver = true;
    await leave();
  };
}

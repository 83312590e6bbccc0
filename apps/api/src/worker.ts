import { parseCronItems, run, Logger as WorkerLogger } from 'graphile-worker';
import { recurringItems, recurringTasks } from './jobs/recurring.ts';
import { endInOrder, startProgram } from './process.ts';

/* The worker process: jobs from the queue in Postgres. Any number of these may run. */

/** Buyers of the last places should not wait for the next full minute. */
const HOLD_PAUSE_MS = 5_000;
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const { settings, log, services } = startProgram('channel-worker');
const tasks = recurringTasks(services, log);

const runner = await run({
  connectionString: settings.databaseUrl ?? '',
  concurrency: 4,
  noHandleSignals: true,
  taskList: tasks,
  parsedCronItems: parseCronItems(recurringItems),
  logger: new WorkerLogger(() => (level, message) => log[LEVELS[level]](message)),
});

// What fell due while no worker ran.
for (const task of ['extend-availability', 'release-holds', 'prune']) await runner.addJob(task, {}, { jobKey: task });

const holds = setInterval(
  () => void runner.addJob('release-holds', {}, { jobKey: 'release-holds' }).catch(() => {}),
  HOLD_PAUSE_MS,
);

endInOrder(log, settings.shutdownTimeoutSeconds, async () => {
  clearInterval(holds);
  await runner.stop();
  await services.db.$disconnect();
});
process.send?.({ ready: true });
log.info('Worker ready');
await runner.promise;

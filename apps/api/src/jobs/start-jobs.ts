import { TASKS } from '@channel/webhooks';
import { deliveryTasks, dispatchTasks } from '@channel/webhooks/delivery';
import type { Runner, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { direct } from '../addresses.ts';
import { queueConnections } from '../connections.ts';
import type { Services } from '../context.ts';
import { orderUpdated } from '../events/order-events.ts';
import { checkStrategies } from '../graphql/check-strategies.ts';
import { auditItems, auditTasks } from './audit-months.ts';
import { batchItems, batchTasks } from './batches.ts';
import { mailTasks } from './mail.ts';
import { personalDataItems, personalDataTasks } from './personal-data.ts';
import { recurringItems, recurringTasks } from './recurring.ts';
import { rescueJobs } from './rescue.ts';
import { scheduler } from './schedule.ts';
import { steadyRunner } from './steady-runner.ts';
import { openCourier, webhookItems } from './webhooks.ts';

/** Short, so that expired holds and webhooks of a dead worker do not wait for the next full minute. */
const PAUSE_MS = 5_000;

/** Milliseconds of the time to end that remain after running jobs, for returning the others to the queue. */
const RELEASE_MS = 1_000;

/** The running jobs of a process. */
export type Jobs = {
  /** Takes no more jobs, waits for the running ones, and returns those that take too long to the queue. */
  stop(): Promise<void>;
};

/**
 * Runs jobs from the queue in Postgres. Any number of processes may do so. Webhooks have their own slots, so slow
 * receivers do not delay other jobs.
 *
 * @throws {StrategyError} if the bodies of events are not executed as their operation declares
 */
export async function startJobs(services: Services, log: Logger): Promise<Jobs> {
  const { settings, db, clock } = services;
  if (settings.compiledReads) checkStrategies([{ ...orderUpdated, owner: 'events' }]);
  const connectionString = direct(settings);
  const connections = queueConnections(settings);
  const courier = openCourier(services, log);
  const upkeep: TaskList = {
    ...recurringTasks(services, log),
    ...batchTasks(services, log),
    ...auditTasks(services, log),
    ...mailTasks(services, log),
    ...personalDataTasks(services, log),
    'rescue-jobs': () => rescueJobs(db, log),
  };
  const items = [...recurringItems, ...webhookItems, ...batchItems, ...auditItems, ...personalDataItems];
  const queueDue = scheduler(db, items, clock);
  let main: Runner | undefined;
  const add = async (tasks: string[]) => {
    for (const task of tasks) await main?.addJob(task, {}, { jobKey: task });
  };

  const lastJobsMs = Math.max(0, settings.shutdownTimeoutSeconds * 1_000 - RELEASE_MS);
  const runners = [
    await steadyRunner({
      connectionString,
      connections,
      log,
      lastJobsMs,
      queue: {
        taskList: { ...upkeep, ...dispatchTasks(courier) },
        concurrency: 6,
      },
      onBegin: async (runner) => {
        main = runner;
        // Work that fell due while no worker ran.
        await add([
          'extend-availability',
          'release-holds',
          'prune',
          'check-places',
          'rescue-jobs',
          'create-audit-months',
          TASKS.sweep,
        ]);
      },
    }),
    await steadyRunner({
      connectionString,
      connections,
      log,
      lastJobsMs,
      queue: { taskList: deliveryTasks(courier), concurrency: settings.webhookConcurrency },
    }),
  ];
  const timer = setInterval(() => {
    // While the database is away, which the log says, they are repeated at the next turn.
    void Promise.all([add(['release-holds', 'rescue-jobs']), queueDue()]).catch(() => {});
  }, PAUSE_MS);

  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(runners.map((runner) => runner.stop()));
      await courier.close();
    },
  };
}

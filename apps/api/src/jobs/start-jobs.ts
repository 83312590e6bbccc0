import { TASKS } from '@channel/webhooks';
import { deliveryTasks, dispatchTasks } from '@channel/webhooks/delivery';
import { parseCronItems, type Runner, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { batchItems, batchTasks } from './batches.ts';
import { recurringItems, recurringTasks } from './recurring.ts';
import { rescueJobs } from './rescue.ts';
import { steadyRunner } from './steady-runner.ts';
import { openCourier, webhookItems } from './webhooks.ts';

/** Buyers of the last places should not wait for the next full minute, nor webhooks for a worker that is gone. */
const PAUSE_MS = 5_000;

/** Jobs that are being done. */
export type Jobs = {
  /** Lets jobs that are under way end, and takes no more. */
  stop(): Promise<void>;
};

/**
 * Serves the queue in Postgres. Any number of processes may do so. Webhooks leave from places of their own: however long
 * receivers take, everything else goes on.
 */
export async function startJobs(services: Services, log: Logger): Promise<Jobs> {
  const { settings, db } = services;
  const connectionString = settings.databaseUrl ?? '';
  const courier = openCourier(services, log);
  const upkeep: TaskList = {
    ...recurringTasks(services, log),
    ...batchTasks(services, log),
    'rescue-jobs': () => rescueJobs(db, log),
  };
  let main: Runner | undefined;
  const add = async (tasks: string[]) => {
    for (const task of tasks) await main?.addJob(task, {}, { jobKey: task });
  };

  const runners = [
    await steadyRunner({
      connectionString,
      log,
      queue: {
        taskList: { ...upkeep, ...dispatchTasks(courier) },
        concurrency: 6,
        parsedCronItems: parseCronItems([...recurringItems, ...webhookItems, ...batchItems]),
      },
      onBegin: async (runner) => {
        main = runner;
        // What fell due while no worker ran.
        await add(['extend-availability', 'release-holds', 'prune', 'check-places', 'rescue-jobs', TASKS.sweep]);
      },
    }),
    await steadyRunner({
      connectionString,
      log,
      queue: { taskList: deliveryTasks(courier), concurrency: settings.webhookConcurrency },
    }),
  ];
  const timer = setInterval(() => void add(['release-holds', 'rescue-jobs']).catch(() => {}), PAUSE_MS);

  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(runners.map((runner) => runner.stop()));
      await courier.close();
    },
  };
}

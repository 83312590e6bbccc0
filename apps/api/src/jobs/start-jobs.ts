import { EventEmitter } from 'node:events';
import { lifeSign, type SteadyConnection } from '@channel/prisma';
import { deliveryTasks, dispatchTasks, TASKS } from '@channel/webhooks';
import {
  parseCronItems,
  type Runner,
  type RunnerOptions,
  run,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { recurringItems, recurringTasks } from './recurring.ts';
import { rescueJobs } from './rescue.ts';
import { openCourier, webhookItems } from './webhooks.ts';

/** Buyers of the last places should not wait for the next full minute, nor webhooks for a worker that is gone. */
const PAUSE_MS = 5_000;
const CONNECTIONS = 5;
/** Ends of jobs are written together; unlike single ones, they are waited for when the worker stops. */
const QUEUE: RunnerOptions['preset'] = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Jobs that are being done. */
export type Jobs = {
  /** Rejects when the queue can't be served any more, though nobody stopped it. */
  ended: Promise<never>;
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
  const signs: Promise<SteadyConnection>[] = [];

  function start(taskList: TaskList, options: RunnerOptions): Promise<Runner> {
    // Before the first job is taken others must be able to see that its taker lives.
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => signs.push(lifeSign(connectionString, workerPool.id)));
    return run({
      connectionString: withoutWaiting(connectionString),
      maxPoolSize: CONNECTIONS,
      noHandleSignals: true,
      preset: QUEUE,
      taskList,
      events,
      logger: new WorkerLogger(() => (level, message, meta) => {
        // Jobs that wait for receivers hold no connection meanwhile.
        if (!message.includes('maxPoolSize')) log[LEVELS[level]]({ err: meta?.error }, message);
      }),
      ...options,
    });
  }

  const upkeep: TaskList = { ...recurringTasks(services, log), 'rescue-jobs': () => rescueJobs(db, log) };
  const runners = await Promise.all([
    start(
      { ...upkeep, ...dispatchTasks(courier) },
      {
        concurrency: 6,
        parsedCronItems: parseCronItems([...recurringItems, ...webhookItems]),
      },
    ),
    start(deliveryTasks(courier), { concurrency: settings.webhookConcurrency }),
  ]);
  const [main] = runners;
  const add = (task: string) => main.addJob(task, {}, { jobKey: task });
  // What fell due while no worker ran.
  for (const task of ['extend-availability', 'release-holds', 'prune', 'rescue-jobs', TASKS.sweep]) await add(task);
  const timer = setInterval(() => {
    for (const task of ['release-holds', 'rescue-jobs']) void add(task).catch(() => {});
  }, PAUSE_MS);

  let stopping = false;
  const ended = new Promise<never>((_, reject) => {
    const onEnd = (cause: unknown) => {
      if (!stopping) reject(new Error('The queue is not served any more', { cause }));
    };
    for (const { promise } of runners) promise.then(() => onEnd('it was shut down'), onEnd);
  });
  // Whoever does not ask need not be told.
  ended.catch(() => {});
  return {
    ended,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await Promise.all(runners.map((runner) => runner.stop()));
      for (const sign of await Promise.all(signs)) await sign.close();
      await courier.close();
    },
  };
}

/**
 * A job that was taken or done may be forgotten when the machine loses its power: it is done again, which every job
 * stands. So the queue's own bookkeeping need not wait for the disk. What jobs write does.
 */
function withoutWaiting(connectionString: string): string {
  const url = new URL(connectionString);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given ? `${given} ` : ''}-c synchronous_commit=off`);
  return url.href;
}

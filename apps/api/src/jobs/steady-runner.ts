import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { lifeSign, openPool, type SteadyConnection } from '@channel/prisma';
import { type Runner, type RunnerOptions, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';

const CONNECTIONS = 5;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Jobs under way have this long to end; what takes longer, such as a receiver that hangs, may be done again by others. */
const LAST_JOBS_MS = 20_000;
/** Ends of jobs are written together; unlike single ones, they are waited for when the worker stops. */
const QUEUE: RunnerOptions['preset'] = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

export type SteadyRunnerOptions = {
  connectionString: string;
  log: Logger;
  /** What is done, and how much of it at a time. */
  queue: Pick<RunnerOptions, 'taskList' | 'concurrency' | 'parsedCronItems'>;
  /** Told each time that the queue begins to be served. */
  onBegin?: (runner: Runner) => Promise<unknown>;
};

/** Serves the queue until it is stopped. */
export type SteadyRunner = {
  /** Lets jobs that are under way end, and takes no more. */
  stop(): Promise<void>;
};

/**
 * Serves the queue, and begins anew when serving ended by itself or a connection was lost. Who lost one can't know which
 * jobs it holds: one may have been taken, or ended, though the answer never came. Hence the name of the taker ends with
 * its life sign, and `rescueJobs` gives back what is still held in that name.
 *
 * @throws when the queue can't be served at the start
 */
export async function steadyRunner(options: SteadyRunnerOptions): Promise<SteadyRunner> {
  const { connectionString, log, queue } = options;
  const closing = new AbortController();
  let serving: Runner | undefined;
  let hasLost = false;
  let giveUp = () => {};
  let patience: NodeJS.Timeout | undefined;
  const pool = openPool(
    { connectionString: withoutWaiting(connectionString), max: CONNECTIONS, application_name: 'channel-booking-queue' },
    (message) => {
      log.warn(message);
      hasLost = true;
      leave();
    },
  );

  async function begin(): Promise<{ runner: Runner; die: () => Promise<void> }> {
    hasLost = false;
    // Before the first job is taken others must be able to see that its taker lives.
    const signs: Promise<SteadyConnection>[] = [];
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => signs.push(lifeSign(connectionString, workerPool.id)));
    const die = async () => {
      for (const sign of await Promise.allSettled(signs)) if (sign.status === 'fulfilled') await sign.value.close();
    };
    const common = { pgPool: pool, noHandleSignals: true, preset: QUEUE, logger: loggerOn(log), events };
    const runner = await run({ ...common, ...queue });
    try {
      await Promise.all(signs);
      await options.onBegin?.(runner);
      return { runner, die };
    } catch (error) {
      await runner.stop().catch(() => {});
      await die();
      throw error;
    }
  }

  function leave(): void {
    const runner = serving;
    serving = undefined;
    if (!runner) return;
    // It rejects when the runner is ending already.
    runner.stop().catch(() => {});
    patience = setTimeout(giveUp, LAST_JOBS_MS);
  }

  async function goOn({ runner, die }: Awaited<ReturnType<typeof begin>>): Promise<void> {
    serving = runner;
    // A runner whose connections were lost while it stopped may never say that it has.
    const givenUp = new Promise<void>((done) => {
      giveUp = done;
    });
    if (closing.signal.aborted || hasLost) leave();
    await Promise.race([runner.promise, givenUp]).catch((error) => log.warn({ err: error }, 'the queue was left'));
    clearTimeout(patience);
    serving = undefined;
    await die();
    for (let pause = PAUSE_MS; !closing.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        return await goOn(await begin());
      } catch (error) {
        log.warn({ err: error }, 'the queue can not be served yet');
      }
    }
  }

  const going = goOn(await begin());
  return {
    stop: async () => {
      closing.abort();
      leave();
      await going;
      await pool.end();
    },
  };
}

export function loggerOn(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    // Jobs that wait for receivers hold no connection meanwhile.
    if (message.includes('maxPoolSize')) return;
    // What a lost connection can no longer be told; that it was lost has been said.
    if (message.includes('UNLISTEN')) log.debug(message);
    else log[LEVELS[level]]({ err: meta?.error }, message);
  });
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

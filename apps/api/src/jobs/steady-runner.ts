import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { livenessLock, openPool, type SteadyConnection } from '@channel/prisma';
import { type Runner, type RunnerOptions, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';

const CONNECT_MS = 5_000;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Milliseconds for running jobs to end after a connection was lost. */
const LAST_JOBS_MS = 20_000;
/** Completions of jobs are written in batches; unlike single ones, they are awaited when the worker stops. */
const QUEUE: RunnerOptions['preset'] = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * During a fail-over a proxy accepts connections that it can pass to no server, and that no server answers. The limit of the
 * pool would also end waits for a connection in use.
 */
const clientWithin = (connectionTimeoutMillis: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };

export type SteadyRunnerOptions = {
  connectionString: string;
  /** The most connections of its pool; at least 2, because it listens on one of them. */
  connections: number;
  log: Logger;
  /** The tasks and their concurrency. */
  queue: Pick<RunnerOptions, 'taskList' | 'concurrency'>;
  /** Called each time that the runner starts. */
  onBegin?: (runner: Runner) => Promise<unknown>;
  /**
   * Milliseconds for running jobs to end when the runner is stopped; default 20,000. A job that takes longer, for example
   * because a receiver hangs, returns to the queue, where another worker takes it at once.
   */
  lastJobsMs?: number;
  /** Milliseconds to connect; default 5,000. A wait for a connection in use has no limit. */
  connectMs?: number;
};

/** Runs jobs from the queue until it is stopped. */
export type SteadyRunner = {
  /** Takes no more jobs, waits for the running ones, and returns those that take too long to the queue. */
  stop(): Promise<void>;
};

/**
 * Runs jobs from the queue, and starts again when the runner ended unexpectedly or a connection was lost. A process
 * that lost a connection can't know which jobs it holds: a job may have been taken or completed although the answer
 * never arrived. Therefore each start uses a new worker name with its own sign of life, and `rescueJobs` releases jobs
 * that an old name still holds.
 *
 * @throws if the first start fails
 */
export async function steadyRunner(options: SteadyRunnerOptions): Promise<SteadyRunner> {
  const { connectionString, connections, log, queue, lastJobsMs = LAST_JOBS_MS, connectMs = CONNECT_MS } = options;
  const closing = new AbortController();
  let serving: Runner | undefined;
  let hasLost = false;
  let giveUp = () => {};
  let timeout: NodeJS.Timeout | undefined;
  const pool = openPool(
    {
      connectionString: withoutWaiting(connectionString),
      max: connections,
      application_name: 'channel-booking-queue',
      Client: clientWithin(connectMs),
    },
    (message) => {
      log.warn(message);
      hasLost = true;
      leave();
    },
  );

  async function begin(): Promise<{ runner: Runner; names: string[]; die: () => Promise<void> }> {
    hasLost = false;
    // Other processes must see that this worker is alive before it takes its first job.
    const signs: Promise<SteadyConnection>[] = [];
    const names: string[] = [];
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool: { id } }) => {
      names.push(id);
      signs.push(livenessLock(connectionString, id));
    });
    const die = async () => {
      for (const sign of await Promise.allSettled(signs)) if (sign.status === 'fulfilled') await sign.value.close();
    };
    const common = { pgPool: pool, noHandleSignals: true, preset: QUEUE, logger: loggerOn(log), events };
    const runner = await run({ ...common, ...queue });
    try {
      await Promise.all(signs);
      await options.onBegin?.(runner);
      return { runner, names, die };
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
    // It rejects if the runner is already ending.
    runner.stop().catch(() => {});
    timeout = setTimeout(giveUp, closing.signal.aborted ? lastJobsMs : LAST_JOBS_MS);
  }

  async function goOn({ runner, names, die }: Awaited<ReturnType<typeof begin>>): Promise<void> {
    serving = runner;
    // A runner that loses its connections while it stops may never resolve.
    const givenUp = new Promise<void>((done) => {
      giveUp = done;
    });
    if (closing.signal.aborted || hasLost) leave();
    await Promise.race([runner.promise, givenUp]).catch((error) => log.warn({ err: error }, 'the queue runner ended'));
    clearTimeout(timeout);
    serving = undefined;
    if (closing.signal.aborted)
      await release(names).catch((error) => log.warn({ err: error }, 'jobs were not released'));
    await die();
    for (let pause = PAUSE_MS; !closing.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        return await goOn(await begin());
      } catch (error) {
        log.warn({ err: error }, 'the queue runner could not start; it will be retried');
      }
    }
  }

  /** Returns the jobs that workers still hold to the queue. */
  async function release(names: string[]): Promise<void> {
    const held = 'SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE locked_by = ANY($1)';
    const { jobs } = (await pool.query<{ jobs: number }>(held, [names])).rows[0] ?? { jobs: 0 };
    if (jobs === 0) return;
    await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [names]);
    log.warn({ jobs }, 'returned unfinished jobs to the queue');
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
    // The loss of the connection has been logged already.
    if (message.includes('UNLISTEN')) log.debug(message);
    else log[LEVELS[level]]({ err: meta?.error }, message);
  });
}

/**
 * The loss of a job's state in a power failure is harmless: the job runs again, and every job is idempotent. So writes
 * of the queue itself need not wait for the disk. Writes of the jobs do.
 */
function withoutWaiting(connectionString: string): string {
  const url = new URL(connectionString);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given ? `${given} ` : ''}-c synchronous_commit=off`);
  return url.href;
}

import type { AnswerCache, Context } from '@channel/graph';
import { checkDatabase, observeStatements, type PrismaClient, poolUse } from '@channel/prisma';
import type { Outcome } from '@channel/webhooks/delivery';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseClock } from '../clock/database-clock.ts';
import { watchReplicas } from './watch-replicas.ts';

/** Seconds. Few enough for a histogram of each route, method and status. */
export const REQUEST_BUCKETS = [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** What one process counts for Prometheus. */
export type Metrics = {
  registry: Registry;
  /** Counts a booking that was made or refused. */
  booking: NonNullable<Context['onBooking']>;
  /** Counts an attempt to deliver a webhook. */
  attempt: (outcome: Outcome) => void;
  /** Counts requests that a quota refused, and failed attempts to read a quota. */
  quotas: { refused(quota: 'organization' | 'user' | 'cost'): void; alone(): void };
  /** Adds the use of the cache of answers to each scrape. */
  watchAnswers(cache: Pick<AnswerCache, 'hits' | 'bytes'>): void;
  /** Adds the connections of a client, whether its database answers, and the offset of the clock to each scrape. */
  watchDatabase(db: PrismaClient, clock: Pick<DatabaseClock, 'offset'>): void;
};

/** The metrics of a process, with those of Node itself: processor, memory, delay of the event loop, collections. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const roundTrips = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Round trips to Postgres, without the wait for a connection. Statements that are sent together count once.',
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  const bookings = new Counter({
    name: 'channel_bookings_total',
    help: 'Requests to book: made, or refused because the departure is sold out.',
    labelNames: ['outcome'],
    registers,
  });
  const attempts = new Counter({
    name: 'channel_webhook_attempts_total',
    help: 'Attempts to deliver an event to an endpoint, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'channel_quota_refusals_total',
    help: 'Requests that were refused because a quota was used up, by quota: of an organization, of a user, or the cost of GraphQL.',
    labelNames: ['quota'],
    registers,
  });
  const failures = new Counter({
    name: 'channel_quota_failures_total',
    help: 'Attempts to read a quota that failed: for a second, the process counted on its own.',
    registers,
  });
  observeStatements(() => {
    const end = roundTrips.startTimer();
    return () => void end();
  });
  // A rate needs the series before its first event.
  for (const outcome of ['made', 'sold_out']) bookings.inc({ outcome }, 0);
  for (const outcome of ['succeeded', 'retried', 'failed', 'skipped']) attempts.inc({ outcome }, 0);
  for (const quota of ['organization', 'user', 'cost']) refusals.inc({ quota }, 0);
  return {
    registry,
    quotas: { refused: (quota) => refusals.inc({ quota }), alone: () => failures.inc() },
    booking: (outcome) => bookings.inc({ outcome }),
    attempt: (outcome) => attempts.inc({ outcome }),
    watchAnswers: (cache) => watchAnswers(registers, cache),
    watchDatabase(db, clock) {
      watchDatabase(registry, db, clock);
      watchReplicas(registry, db);
    },
  };
}

function watchAnswers(registers: Registry[], cache: Pick<AnswerCache, 'hits' | 'bytes'>): void {
  new Counter({
    name: 'channel_answer_cache_hits_total',
    help: 'Answers of v1 that Postgres confirmed and the cache had.',
    registers,
    collect() {
      this.reset();
      this.inc(cache.hits);
    },
  });
  new Gauge({
    name: 'channel_answer_cache_bytes',
    help: 'Memory of the cache of answers that is in use.',
    registers,
    collect() {
      this.set(cache.bytes);
    },
  });
}

function watchDatabase(registry: Registry, db: PrismaClient, clock: Pick<DatabaseClock, 'offset'>): void {
  const registers = [registry];
  const pool = 'db_client_connection_pool_name';
  const state = 'db_client_connection_state';
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Open connections to Postgres, in use or idle.',
    labelNames: [pool, state],
    registers,
    collect() {
      for (const use of poolUse(db)) {
        this.set({ [pool]: use.name, [state]: 'used' }, use.used);
        this.set({ [pool]: use.name, [state]: 'idle' }, use.idle);
      }
    },
  });
  new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Calls that wait for a connection to Postgres.',
    labelNames: [pool],
    registers,
    collect() {
      for (const use of poolUse(db)) this.set({ [pool]: use.name }, use.waiting);
    },
  });
  new Gauge({
    name: 'db_client_connection_max',
    help: 'The most connections that a pool may open.',
    labelNames: [pool],
    registers,
    collect() {
      for (const use of poolUse(db)) this.set({ [pool]: use.name }, use.max);
    },
  });
  new Gauge({
    name: 'channel_database_up',
    help: 'Whether Postgres answers and takes writes: 1 or 0.',
    aggregator: 'min',
    registers,
    async collect() {
      const health = await checkDatabase(db);
      this.set(health === 'well' || health === 'full' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'channel_clock_offset_seconds',
    help: 'Seconds by which the clock of the machine is ahead of that of Postgres, by which the program goes; negative if behind.',
    // Its processes are on one machine.
    aggregator: 'first',
    registers,
    collect() {
      // What is not known is not shown.
      if (clock.offset === undefined) this.remove();
      else this.set(clock.offset / 1_000);
    },
  });
}

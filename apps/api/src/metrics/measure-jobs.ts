import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFailureOf, type PrismaClient } from '@channel/prisma';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Services } from '../context.ts';

/** Milliseconds that a scrape waits for the database; after that it shows the values of an earlier one. */
const PATIENCE_MS = 1_000;
/** The most rows that a count reads: a scrape stays short however much has piled up. */
const MAX_COUNTED = 50_000;

/** A value from the database. The label is that of its metric, or empty; `state` is also that of `kind`. */
type Row = { metric: string; task: string; state: string; value: number };

const GAUGES = [
  {
    name: 'channel_queue_jobs',
    help: 'Jobs in the queue: due, scheduled for later, running, or failed for good.',
    labelNames: ['task', 'state'],
  },
  {
    name: 'channel_queue_oldest_due_job_age_seconds',
    help: 'For how long the oldest job that is due has waited for a worker.',
    labelNames: ['task'],
  },
  {
    name: 'channel_webhook_oldest_undelivered_event_age_seconds',
    help: 'Age of the oldest event that some endpoint has not received and will be sent; 0 if there is none.',
    labelNames: [],
  },
  {
    name: 'channel_mails',
    help: 'Mails that wait to be sent, and those of the last day that failed for good; without those whose link ended before.',
    labelNames: ['state'],
  },
  {
    name: 'channel_mail_oldest_waiting_age_seconds',
    help: 'Age of the oldest mail that waits to be sent; 0 if there is none.',
    labelNames: [],
  },
  {
    name: 'channel_holds',
    help: 'Bookings in the cart that hold places for a limited time: open, or expired and not released yet.',
    labelNames: ['state'],
  },
  {
    name: 'channel_departures_unbalanced',
    help: 'Departures that count other places than their bookings hold, by the last check; anything but 0 is a defect.',
    labelNames: [],
  },
  { name: 'channel_departures_checked', help: 'Departures that the last check compared.', labelNames: [] },
  {
    name: 'channel_places_check_timestamp_seconds',
    help: 'When departures were last checked, in seconds since 1970.',
    labelNames: [],
  },
  {
    name: 'channel_backup_success_timestamp_seconds',
    help: 'When the last base backup, drill and check that succeeded ended, in seconds since 1970.',
    labelNames: ['kind'],
  },
  {
    name: 'channel_backup_failed',
    help: 'Whether the last base backup, drill and check failed: 1 or 0.',
    labelNames: ['kind'],
  },
];

/**
 * Adds the state of the queue, of webhooks, of mails, of holds, of the places and of the backup to the metrics of a worker.
 * One statement reads all of it at each scrape. While the database does not answer in time, the scrape shows the last known values.
 */
export function measureJobs({ metrics, db, clock }: Services, log: Logger): void {
  if (!metrics) return;
  let known: Row[] = [];
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    known = await readState(db, clock());
  }

  /** All gauges of a scrape share one reading. */
  async function state(): Promise<Row[]> {
    reading ??= read()
      .catch((error: unknown) => {
        // While it is away, the log says so once.
        if (!databaseFailureOf(error)) log.error({ err: error }, 'the state of the queue could not be read');
      })
      .finally(() => {
        reading = undefined;
      });
    const over = new AbortController();
    const late = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([reading, late]);
    over.abort();
    return known;
  }

  for (const { name, help, labelNames } of GAUGES) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics.registry],
      async collect() {
        const rows = (await state()).filter(({ metric }) => metric === name);
        this.reset();
        // A gauge without labels is 0 after a reset: what is not known is not shown.
        if (labelNames.length === 0 && rows.length === 0) this.remove();
        for (const { task, state, value } of rows) {
          const given: Record<string, string> = { task, state, kind: state };
          this.set(Object.fromEntries(labelNames.map((label) => [label, given[label] ?? ''])), value);
        }
      },
    });
  }
}

/** Reads counts of at most `MAX_COUNTED` rows each, by indexes; the oldest delivery of each endpoint by a look into one. */
const readState = (db: PrismaClient, now: Date): Promise<Row[]> => db.$queryRaw<Row[]>`
  WITH jobs AS (
    SELECT task_identifier AS task, run_at, CASE
      WHEN attempts >= max_attempts AND locked_at IS NULL THEN 'failed'
      WHEN locked_at IS NOT NULL THEN 'running'
      WHEN run_at <= now() THEN 'due'
      ELSE 'scheduled' END AS state
    FROM graphile_worker.jobs LIMIT ${MAX_COUNTED}::int
  ), holds AS (
    SELECT CASE WHEN hold_expires_at > ${now}::timestamptz THEN 'open' ELSE 'expired' END AS state
    FROM booking WHERE hold_expires_at IS NOT NULL LIMIT ${MAX_COUNTED}::int
  ), mails AS (
    SELECT state::text, created_at FROM mail WHERE state = 'waiting' ORDER BY created_at LIMIT ${MAX_COUNTED}::int
  ), failed_mails AS (
    SELECT 'failed' AS state FROM mail
    WHERE state = 'failed' AND failure <> 'ended' AND created_at > ${now}::timestamptz - interval '1 day' LIMIT ${MAX_COUNTED}::int
  ), undelivered AS (
    SELECT min(created_at) AS since FROM (
      SELECT created_at FROM webhook_event WHERE matched_at IS NULL LIMIT ${MAX_COUNTED}::int
    ) unmatched
    UNION ALL
    SELECT min(d.created_at) FROM webhook_endpoint e CROSS JOIN LATERAL (
      SELECT created_at FROM webhook_delivery
      WHERE endpoint_id = e.id AND status = 'pending' ORDER BY created_at LIMIT 1
    ) d
    WHERE e.deleted_at IS NULL
  )
  SELECT 'channel_queue_jobs' AS metric, task, state, count(*)::float8 AS value FROM jobs GROUP BY task, state
  UNION ALL SELECT 'channel_queue_oldest_due_job_age_seconds', task, '', extract(epoch FROM now() - min(run_at))::float8
    FROM jobs WHERE state = 'due' GROUP BY task
  UNION ALL SELECT 'channel_holds', '', given.state, count(holds.state)::float8
    FROM (VALUES ('open'), ('expired')) AS given (state) LEFT JOIN holds ON holds.state = given.state GROUP BY given.state
  UNION ALL SELECT 'channel_mails', '', 'waiting', count(*)::float8 FROM mails
  UNION ALL SELECT 'channel_mails', '', 'failed', count(*)::float8 FROM failed_mails
  UNION ALL SELECT 'channel_mail_oldest_waiting_age_seconds', '', '',
    coalesce(greatest(0, extract(epoch FROM ${now}::timestamptz - min(created_at))), 0)::float8 FROM mails
  UNION ALL SELECT 'channel_webhook_oldest_undelivered_event_age_seconds', '', '',
    coalesce(greatest(0, extract(epoch FROM ${now}::timestamptz - min(since))), 0)::float8 FROM undelivered
  UNION ALL SELECT given.metric, '', '', given.value FROM places_check CROSS JOIN LATERAL (VALUES
    ('channel_departures_unbalanced', unbalanced::float8),
    ('channel_departures_checked', departures::float8),
    ('channel_places_check_timestamp_seconds', extract(epoch FROM checked_at)::float8)
  ) AS given (metric, value)
  UNION ALL SELECT given.metric, '', kind::text, given.value FROM backup_report CROSS JOIN LATERAL (VALUES
    ('channel_backup_success_timestamp_seconds', extract(epoch FROM last_success_at)::float8),
    ('channel_backup_failed', CASE WHEN succeeded THEN 0 ELSE 1 END::float8)
  ) AS given (metric, value) WHERE given.value IS NOT NULL`;

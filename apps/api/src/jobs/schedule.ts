import { Prisma, type PrismaClient } from '@channel/prisma';
import { type CronItem, parseCronItems } from 'graphile-worker';

const MINUTE = 60_000;
/** Minutes that are made up for after a pause, or a clock that went forward: no schedule has a longer period. */
const MAX_MISSED = 60;

/**
 * Queues recurring jobs by their schedules, in UTC. The scheduler of the queue itself goes by the clock of its machine:
 * after it went back by an hour, nothing would run for an hour, and after it went forward, jobs would be queued for later.
 *
 * @param clock that of Postgres
 * @returns queues what has become due since the last call, first of the present minute. Of several workers, one queues it;
 *   a call while another one queues waits for it
 */
export function scheduler(db: PrismaClient, items: CronItem[], clock: () => Date): () => Promise<void> {
  const parsed = parseCronItems(items);
  let last = minuteOf(clock()) - 1;
  let queueing: Promise<void> | undefined;
  const queueDue = async () => {
    const present = minuteOf(clock());
    const minutes: number[] = [];
    for (let minute = Math.max(last + 1, present - MAX_MISSED + 1); minute <= present; minute += 1)
      minutes.push(minute);
    const due = parsed.filter(({ match }) => minutes.some((minute) => match(digestOf(minute))));
    if (due.length > 0)
      await queueOnce(
        db,
        due.map(({ identifier }) => identifier),
        new Date(present * MINUTE),
      );
    // Only now: what could not be queued is tried again.
    last = present;
  };
  return () => {
    queueing ??= queueDue().finally(() => {
      queueing = undefined;
    });
    return queueing;
  };
}

const minuteOf = (time: Date) => Math.floor(time.getTime() / MINUTE);

function digestOf(minute: number) {
  const time = new Date(minute * MINUTE);
  return {
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  };
}

/** Queues tasks, unless another worker has done so in this minute. A record of the future is of a clock that was wrong. */
const queueOnce = (db: PrismaClient, tasks: string[], minute: Date) =>
  db.$executeRaw(Prisma.sql`
  WITH claimed AS (
    INSERT INTO graphile_worker._private_known_crontabs AS known (identifier, known_since, last_execution)
    SELECT task, ${minute}::timestamptz, ${minute}::timestamptz FROM unnest(${tasks}::text[]) AS task ORDER BY 1
    ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution
    WHERE known.last_execution IS NULL OR known.last_execution < excluded.last_execution
      OR known.last_execution > excluded.last_execution + interval '1 minute'
    RETURNING identifier
  )
  SELECT count(graphile_worker.add_job(identifier)) FROM claimed`);

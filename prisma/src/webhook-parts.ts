import type { PrismaClient } from './client.ts';

/*
 * The partitions of webhook events, deliveries and attempts, by the time of the event in UTC. Postgres has the functions:
 * the programs have no other access to the partitions.
 */

const WEEK = 7 * 86_400_000;
/** Partitions that hold the events of the retention time. Each look-up by an id alone reads an index of each. */
const MAX_PARTS = 26;

/**
 * Creates the partitions until a time, as far as they are missing; a year from the time of the database at most. A
 * partition has a week, or more where the retention time would need too many of them.
 *
 * @param ahead how many weeks after `now`
 * @param retentionDays how long events are kept
 * @returns the number of created partitions of each table
 * @throws when it gets no lock within 100 ms: events of missing partitions go to the default partition, so call it again
 */
export async function createWebhookParts(
  db: PrismaClient,
  now: Date,
  ahead: number,
  retentionDays: number,
): Promise<number> {
  const until = new Date(now.getTime() + ahead * WEEK);
  const weeks = Math.ceil(retentionDays / 7 / MAX_PARTS);
  const [row] = await db.$queryRaw<{ created: number }[]>`
    SELECT create_webhook_parts(${until}::timestamptz, ${weeks}::int) AS created`;
  return row?.created ?? 0;
}

/** Calls of one run, so that it ends. */
const MAX_CALLS = 1_000;
const EVENTS_AT_A_TIME = 500;

/** What was dropped: partitions, and events of partitions that stay. */
export type Forgotten = { parts: number; events: number };

/**
 * Drops the events before a time, with their deliveries and attempts: partitions as a whole, once all of their events
 * are as old and no delivery is pending; row by row only events of earlier releases and those outside of all partitions.
 * It stops at a lock that another transaction holds for longer than 100 ms; call it again.
 */
export async function forgetWebhooks(db: PrismaClient, before: Date): Promise<Forgotten> {
  const total: Forgotten = { parts: 0, events: 0 };
  for (let call = 0; call < MAX_CALLS; call += 1) {
    const [dropped = { parts: 0, events: 0 }] = await db.$queryRaw<Forgotten[]>`
      SELECT parts, events FROM forget_webhooks(${before}::timestamptz, ${EVENTS_AT_A_TIME}::int)`;
    total.parts += dropped.parts;
    total.events += dropped.events;
    if (dropped.parts === 0 && dropped.events < EVENTS_AT_A_TIME) break;
  }
  return total;
}

import { inTransaction, Prisma, type Tx } from '@channel/prisma';
import { announceDelivery } from './announce.ts';
import type { Courier, Outcome } from './courier.ts';
import { noteFailure } from './endpoint-health.ts';
import { wakeAt } from './match-events.ts';
import { ownerSees } from './may-receive.ts';
import { promote } from './promote.ts';
import { nextTry, retryAfterSeconds } from './schedule.ts';
import type { Answer } from './send.ts';

/** The data of an attempt of a delivery. */
export type Attempt = {
  deliveryId: number;
  endpointId: number;
  organizationId: number;
  orderId: number;
  eventId: string;
  /** When the event was created, as its delivery has it. */
  eventAt: Date;
  sequence: number;
  cause: 'change' | 'repeat' | 'test';
  isTest: boolean;
  /** Number of earlier attempts. */
  tried: number;
  url: string;
  payload: string | null;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
  ratePerSecond: number | null;
  isOff: boolean;
  isDeleted: boolean;
  isVisible: boolean;
  /** The place of the change in its trace; null without traces. */
  traceparent: string | null;
};

/** Reads the data for the next attempt of an unfinished delivery; undefined when it is finished or deleted. */
export async function readAttempt({ db, settings }: Courier, deliveryId: number): Promise<Attempt | undefined> {
  const rows = await db.$queryRaw<Attempt[]>`
    SELECT d.id AS "deliveryId", d.endpoint_id AS "endpointId", e.organization_id AS "organizationId",
      d.order_id AS "orderId", ev.id AS "eventId", d.event_at AS "eventAt", ev.sequence, ev.traceparent, ev.is_test AS "isTest", d.cause::text AS cause, d.attempt_count AS tried,
      e.url, ev.payload, e.secret, e.previous_secret AS "previousSecret",
      e.previous_secret_expires_at AS "previousSecretExpiresAt", e.rate_per_second AS "ratePerSecond",
      e.disabled_at IS NOT NULL AS "isOff", e.deleted_at IS NOT NULL AS "isDeleted",
      ${ownerSees(settings.permissions.allOrders)} AS "isVisible"
    FROM webhook_delivery d
    JOIN webhook_endpoint e ON e.id = d.endpoint_id
    JOIN webhook_event ev ON ev.id = d.event_id
    JOIN orders o ON o.id = d.order_id
    WHERE d.id = ${deliveryId} AND d.status = 'pending'`;
  return rows[0];
}

/**
 * The time at which an endpoint's rate limit lets this delivery be sent; reserves that time against all other
 * deliveries.
 */
export async function takeSlot({ db }: Courier, { endpointId, ratePerSecond }: Attempt, now: Date): Promise<Date> {
  if (ratePerSecond === null) return now;
  const rows = await db.$queryRaw<{ slot: Date }[]>`
    UPDATE webhook_endpoint
    SET next_slot_at = greatest(next_slot_at, ${now}::timestamptz) + make_interval(secs => 1.0 / ${ratePerSecond}::int)
    WHERE id = ${endpointId}
    RETURNING next_slot_at - make_interval(secs => 1.0 / ${ratePerSecond}::int) AS slot`;
  return rows[0]?.slot ?? now;
}

/** Ends a delivery without another attempt. */
export async function skip({ db, clock, onAttempt }: Courier, attempt: Attempt, reason: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock();
    await tx.webhookDelivery.updateMany({
      where: { id: attempt.deliveryId, status: 'pending' },
      data: { status: 'skipped', finishedAt: now, nextAttemptAt: null, queuedAt: null, reason },
    });
    await announceDelivery(tx, attempt.deliveryId);
    await promote(tx, [attempt.endpointId], now);
  });
  onAttempt?.('skipped');
}

/** An attempt with its request and its result. */
export type Tried = { startedAt: Date; url: string; headers: Record<string, string>; answer: Answer };

/**
 * Records an attempt and its consequences: success, the next attempt of the schedule, or failure; the health of the
 * endpoint; and the next waiting deliveries. Repeats and tests have a single attempt and do not affect the health of
 * the endpoint.
 */
export async function recordAttempt(courier: Courier, attempt: Attempt, tried: Tried): Promise<void> {
  const { error, status } = tried.answer;
  const isGood = error === null && status !== null && status >= 200 && status < 300;
  const record = isGood ? recordSuccess(courier, attempt, tried) : recordFailure(courier, attempt, tried);
  const outcome = await patiently(courier, record);
  if (outcome) courier.onAttempt?.(outcome);
}

/** Uses a single statement because this is the most frequent case. */
const recordSuccess =
  ({ clock, db }: Courier, attempt: Attempt, tried: Tried) =>
  async (): Promise<Outcome> => {
    const row = JSON.stringify(rowOf(attempt, tried));
    await db.$executeRaw`SELECT webhook_succeed(${row}::jsonb, ${clock()}::timestamptz)`;
    return 'succeeded';
  };

const recordFailure = (courier: Courier, attempt: Attempt, tried: Tried) => () =>
  inTransaction(courier.db, async (tx): Promise<Outcome | undefined> => {
    const now = courier.clock();
    // Only a process that was considered dead can record the same attempt twice: the first record counts.
    const { count } = await tx.webhookAttempt.createMany({ data: rowOf(attempt, tried), skipDuplicates: true });
    if (count === 0) return undefined;
    const nextAt = attempt.cause === 'change' ? await afterFailure(tx, courier, attempt, tried.answer, now) : null;
    await tx.webhookDelivery.update({
      where: { id: attempt.deliveryId },
      data: {
        status: nextAt ? 'pending' : 'failed',
        attemptCount: attempt.tried + 1,
        queuedAt: null,
        nextAttemptAt: nextAt,
        finishedAt: nextAt ? null : now,
        reason: null,
      },
      select: { id: true },
    });
    if (nextAt) await wakeAt(tx, [attempt.endpointId], nextAt);
    await announceDelivery(tx, attempt.deliveryId);
    await promote(tx, [attempt.endpointId], now);
    return nextAt ? 'retried' : 'failed';
  });

/** Retries the write while the database does not respond: giving up would send the request again. */
async function patiently<Result>({ pause }: Courier, write: () => Promise<Result>): Promise<Result> {
  for (let wait = FIRST_WAIT; ; wait *= 2) {
    try {
      return await write();
    } catch (error) {
      if (wait > LAST_WAIT) throw error;
      await pause(wait);
    }
  }
}

const FIRST_WAIT = 100;
const LAST_WAIT = 3_200;

/** Updates the health of the endpoint. @returns the time of the next attempt; null for none */
async function afterFailure(
  tx: Tx,
  courier: Courier,
  { endpointId, organizationId, tried }: Attempt,
  { status, headers }: Answer,
  now: Date,
): Promise<Date | null> {
  const isOff = await noteFailure(tx, courier, { endpointId, organizationId, isGone: status === 410, now });
  if (isOff) return null;
  const { webhookRetrySeconds: waits, webhookJitterPercent: jitterPercent } = courier.settings;
  const requested = retryAfterSeconds(headers?.['retry-after'], now);
  return nextTry({ waits, jitterPercent, random: courier.random }, tried + 1, now, requested);
}

const rowOf = ({ deliveryId, eventAt, tried }: Attempt, { startedAt, url, headers, answer }: Tried) => ({
  deliveryId,
  eventAt,
  number: tried + 1,
  url,
  startedAt,
  durationMs: answer.durationMs,
  requestHeaders: headers,
  responseStatus: answer.status,
  responseHeaders: answer.headers ?? Prisma.DbNull,
  responseBody: answer.body,
  error: answer.error,
});

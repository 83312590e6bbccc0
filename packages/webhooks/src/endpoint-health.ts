import type { Prisma, Tx } from '@channel/prisma';
import { announceDelivery } from './announce.ts';
import type { Courier } from './courier.ts';

const DAY = 86_400_000;
const SWITCHED_OFF = 'The endpoint was switched off.';

/**
 * Records a failed attempt, and locks the endpoint until the transaction ends. An endpoint that answers "gone", or
 * whose attempts all failed for the days of the setting, is switched off. Failures that are far apart do not add up:
 * after a pause of twice the longest wait, counting restarts. People are notified after a day of failures, and when it is
 * switched off.
 *
 * @returns whether the endpoint is switched off
 */
export async function noteFailure(
  tx: Tx,
  { settings, log, notify }: Courier,
  {
    endpointId,
    organizationId,
    isGone,
    now,
  }: { endpointId: number; organizationId: number; isGone: boolean; now: Date },
): Promise<boolean> {
  const connected = new Date(now.getTime() - Math.max(DAY, 2_000 * Math.max(...settings.webhookRetrySeconds)));
  const [health] = await tx.$queryRaw<{ failingSince: Date; isOff: boolean; isNoticed: boolean }[]>`
    UPDATE webhook_endpoint SET last_failure_at = ${now},
      failing_since = CASE WHEN last_failure_at >= ${connected} THEN coalesce(failing_since, ${now}) ELSE ${now} END
    WHERE id = ${endpointId} RETURNING failing_since AS "failingSince", disabled_at IS NOT NULL AS "isOff",
      failing_since IS NOT DISTINCT FROM noticed_failing_since AS "isNoticed"`;
  if (!health || health.isOff) return true;
  const days = settings.webhookDisableDays;
  const { failingSince } = health;
  const failedMs = now.getTime() - failingSince.getTime();
  const notice = { endpointId, organizationId, failingSince };
  if (!isGone && failedMs < days * DAY) {
    if (failedMs < DAY || health.isNoticed) return false;
    await tx.webhookEndpoint.update({ where: { id: endpointId }, data: { noticedFailingSince: failingSince } });
    await notify?.(tx, { ...notice, kind: 'failing', days }, now);
    return false;
  }
  const reason = isGone ? 'It answered 410 Gone.' : `Every attempt failed for ${days} days.`;
  await switchOff(tx, endpointId, reason, now);
  await tx.auditEntry.create({
    data: {
      at: now,
      organizationId,
      channel: 'system',
      action: 'webhook-endpoint.disable',
      entity: 'webhook-endpoint',
      entityId: endpointId,
      after: { disabledReason: reason },
    },
  });
  await notify?.(tx, { ...notice, kind: 'disabled', days: isGone ? null : days }, now);
  log('warn', 'a webhook endpoint was switched off', { endpointId, reason });
  return true;
}

/**
 * Switches an endpoint off. Waiting deliveries of changes are skipped; they can be repeated later. A delivery that is
 * being sent ends normally, and deliveries that are created meanwhile are skipped when they are due.
 */
export async function switchOff(tx: Tx, endpointId: number, reason: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_endpoint SET disabled_at = ${now}, disabled_reason = ${reason},
      missed_from = coalesce(missed_from, ${now}), missed_until = NULL
    WHERE id = ${endpointId}`;
  await skipWaiting(tx, { endpointId, cause: 'change' }, SWITCHED_OFF, now);
}

/**
 * Deletes an endpoint: it is switched off, its secret is deleted, its address is free, and nothing is sent to it any
 * more, including tests and repeats. The records of its deliveries are kept as long as others.
 */
export async function deleteEndpoint(tx: Tx, endpointId: number, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_endpoint SET deleted_at = ${now}, disabled_at = coalesce(disabled_at, ${now}),
      disabled_reason = coalesce(disabled_reason, 'Deleted by staff.'), secret = '', previous_secret = NULL, previous_secret_expires_at = NULL
    WHERE id = ${endpointId} AND deleted_at IS NULL`;
  await skipWaiting(tx, { endpointId }, 'The endpoint was deleted.', now);
}

async function skipWaiting(tx: Tx, where: Prisma.WebhookDeliveryWhereInput, reason: string, now: Date): Promise<void> {
  const skipped = await tx.webhookDelivery.updateManyAndReturn({
    where: { ...where, status: 'pending', queuedAt: null },
    data: { status: 'skipped', finishedAt: now, nextAttemptAt: null, reason },
    select: { id: true },
  });
  for (const { id } of skipped.slice(0, MAX_NOTICES)) await announceDelivery(tx, id);
}

/** A client that shows more than this many deliveries reloads the list anyway. */
const MAX_NOTICES = 100;

import type { Tx } from '@channel/prisma';
import { announceDelivery } from './announce.ts';
import type { Courier } from './courier.ts';

const DAY = 86_400_000;
const SWITCHED_OFF = 'The endpoint was switched off.';

/**
 * Notes that an attempt failed, and locks the endpoint until the transaction ends. An endpoint that answers "gone", or
 * that did nothing but fail for the days of the setting, is switched off. Failures far apart don't add up: where nothing
 * was tried for twice the longest wait, the days are counted anew.
 *
 * @returns whether the endpoint is switched off
 */
export async function noteFailure(
  tx: Tx,
  { settings, log }: Courier,
  {
    endpointId,
    organizationId,
    isGone,
    now,
  }: { endpointId: number; organizationId: number; isGone: boolean; now: Date },
): Promise<boolean> {
  const connected = new Date(now.getTime() - Math.max(DAY, 2_000 * Math.max(...settings.webhookRetrySeconds)));
  const [health] = await tx.$queryRaw<{ failingSince: Date; isOff: boolean }[]>`
    UPDATE webhook_endpoint SET last_failure_at = ${now},
      failing_since = CASE WHEN last_failure_at >= ${connected} THEN coalesce(failing_since, ${now}) ELSE ${now} END
    WHERE id = ${endpointId} RETURNING failing_since AS "failingSince", disabled_at IS NOT NULL AS "isOff"`;
  if (!health || health.isOff) return true;
  const days = settings.webhookDisableDays;
  const hopeless = now.getTime() - health.failingSince.getTime() >= days * DAY;
  if (!isGone && !hopeless) return false;
  const reason = isGone ? 'It answered 410 Gone.' : `Nothing but failure for ${days} days.`;
  await switchOff(tx, endpointId, reason, now);
  await tx.auditEntry.create({
    data: {
      at: now,
      organizationId,
      door: 'system',
      action: 'webhook-endpoint.disable',
      entity: 'webhook-endpoint',
      entityId: endpointId,
      after: { disabledReason: reason },
    },
  });
  log('warn', 'a webhook endpoint was switched off', { endpointId, reason });
  return true;
}

/**
 * Switches an endpoint off. Deliveries that wait are skipped; they can be repeated later. One that is under way ends as it
 * ends.
 */
export async function switchOff(tx: Tx, endpointId: number, reason: string, now: Date): Promise<void> {
  await tx.webhookEndpoint.update({ where: { id: endpointId }, data: { disabledAt: now, disabledReason: reason } });
  const skipped = await tx.webhookDelivery.updateManyAndReturn({
    where: { endpointId, status: 'pending', queuedAt: null, cause: 'change' },
    data: { status: 'skipped', finishedAt: now, nextAttemptAt: null, reason: SWITCHED_OFF },
    select: { id: true },
  });
  for (const { id } of skipped.slice(0, MOST_NOTICES)) await announceDelivery(tx, id);
}

/** Who looks at more than these at a time reads the list anew anyway. */
const MOST_NOTICES = 100;

import type { PrismaClient, Tx } from '@channel/prisma';
import type { Courier } from './courier.ts';

const DAY = 86_400_000;
const EVENTS_AT_A_TIME = 500;

/** Deletes finished events that are older than the setting allows, with their deliveries. Answers how many. */
export async function pruneEvents({ db, settings, clock }: Courier): Promise<number> {
  const before = new Date(clock().getTime() - settings.webhookRetentionDays * DAY);
  for (let total = 0; ; ) {
    const deleted = await db.$executeRaw`
      DELETE FROM webhook_event WHERE id IN (
        SELECT ev.id FROM webhook_event ev
        WHERE ev.created_at < ${before}
          AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.event_id = ev.id AND d.status = 'pending')
        ORDER BY ev.created_at LIMIT ${EVENTS_AT_A_TIME})`;
    total += deleted;
    if (deleted < EVENTS_AT_A_TIME) return total;
  }
}

/**
 * Erases the bodies of events, and what receivers answered, which may repeat them. What was sent when, to whom and with
 * which status stays. Deliveries that have not left yet will not.
 *
 * @returns how many events lost their body
 */
export async function eraseBodies(tx: PrismaClient | Tx, eventIds: string[], now: Date): Promise<number> {
  const { count } = await tx.webhookEvent.updateMany({
    where: { id: { in: eventIds }, payload: { not: null } },
    data: { payload: null, erasedAt: now },
  });
  await tx.webhookAttempt.updateMany({
    where: { delivery: { eventId: { in: eventIds } }, responseBody: { not: null } },
    data: { responseBody: null },
  });
  return count;
}

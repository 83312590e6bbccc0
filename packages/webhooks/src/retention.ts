import type { PrismaClient, Tx } from '@channel/prisma';
import type { Courier } from './courier.ts';
import { addJob, type ErasePayload, TASKS } from './queue.ts';

const DAY = 86_400_000;
const EVENTS_AT_A_TIME = 500;
/** By then what had left before the body was erased has been answered, or given up, and recorded. */
const LAST_ANSWER = 300_000;

/**
 * Deletes finished events that are older than the setting allows, with their deliveries, and endpoints that staff deleted so long ago. Answers
 * how many events.
 */
export async function pruneEvents({ db, settings, clock }: Courier): Promise<number> {
  const before = new Date(clock().getTime() - settings.webhookRetentionDays * DAY);
  await db.webhookEndpoint.deleteMany({ where: { deletedAt: { lt: before }, deliveries: { none: {} } } });
  await db.webhookEndpoint.updateMany({
    where: { missedUntil: { lt: before } },
    data: { missedFrom: null, missedUntil: null },
  });
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
 * Erases the bodies of events, and what receivers answered, which may repeat them: also to what is under way, soon after. What was sent when, to whom and with
 * which status stays. Deliveries that have not left yet will not.
 *
 * @returns how many events lost their body
 */
export async function eraseBodies(tx: PrismaClient | Tx, eventIds: string[], now: Date): Promise<number> {
  const { count } = await tx.webhookEvent.updateMany({
    where: { id: { in: eventIds }, payload: { not: null } },
    data: { payload: null, erasedAt: now },
  });
  await eraseAnswers(tx, eventIds);
  const payload: ErasePayload = { eventIds };
  if (count > 0) await addJob(tx, TASKS.erase, payload, new Date(now.getTime() + LAST_ANSWER));
  return count;
}

/** Erases what receivers answered to events. */
export async function eraseAnswers(tx: PrismaClient | Tx, eventIds: string[]): Promise<void> {
  await tx.webhookAttempt.updateMany({
    where: { delivery: { eventId: { in: eventIds } }, responseBody: { not: null } },
    data: { responseBody: null },
  });
}

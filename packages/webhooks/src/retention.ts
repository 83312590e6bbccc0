import { type Forgotten, forgetWebhooks, Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Courier } from './courier.ts';
import { addJob, type ErasePayload, TASKS } from './queue.ts';

const DAY = 86_400_000;
/** By then, every request that was sent before the erasure has ended, and its response is recorded. */
const LAST_ANSWER = 300_000;

/**
 * Deletes finished events past the retention of the settings, with their deliveries, as `forgetWebhooks`, and endpoints
 * that were deleted as long ago.
 */
export async function pruneEvents({ db, settings, clock }: Courier): Promise<Forgotten> {
  const before = new Date(clock().getTime() - settings.webhookRetentionDays * DAY);
  await db.webhookEndpoint.deleteMany({ where: { deletedAt: { lt: before }, deliveries: { none: {} } } });
  await db.webhookEndpoint.updateMany({
    where: { missedUntil: { lt: before } },
    data: { missedFrom: null, missedUntil: null },
  });
  return forgetWebhooks(db, before);
}

/**
 * Erases the bodies of events and the responses of receivers, which may contain the bodies: also responses to requests
 * that are being sent, soon after. The records of time, receiver and status stay. Pending deliveries will not be sent.
 *
 * @returns the number of erased events
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

/** Erases the responses of receivers to events, with their headers. */
export async function eraseAnswers(tx: PrismaClient | Tx, eventIds: string[]): Promise<void> {
  await tx.webhookAttempt.updateMany({
    where: {
      delivery: { eventId: { in: eventIds } },
      OR: [{ responseBody: { not: null } }, { responseHeaders: { not: Prisma.DbNull } }],
    },
    data: { responseBody: null, responseHeaders: Prisma.DbNull },
  });
}

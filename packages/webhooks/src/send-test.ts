import type { Tx } from '@channel/prisma';
import { promote } from './promote.ts';
import type { NewEvent } from './record-events.ts';

/**
 * Sends an event to one endpoint as a test, without a change. It is marked as a test in the records and by the header
 * `X-Webhook-Test`, has one attempt, and is sent even while the endpoint is switched off.
 *
 * @returns the delivery
 */
export async function sendTest(tx: Tx, endpointId: number, event: NewEvent & { payload: string }): Promise<number> {
  const { createdAt, orderId } = event;
  await tx.webhookEvent.create({ data: { ...event, isTest: true, matchedAt: createdAt }, select: { id: true } });
  const { id } = await tx.webhookDelivery.create({
    data: {
      eventId: event.id,
      eventAt: createdAt,
      endpointId,
      orderId,
      cause: 'test',
      nextAttemptAt: createdAt,
      createdAt,
    },
    select: { id: true },
  });
  await promote(tx, [endpointId], createdAt);
  return id;
}

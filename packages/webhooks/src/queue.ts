import type { PrismaClient, Tx } from '@channel/prisma';

/** Names of the tasks in the queue. The database function `webhook_promote` also contains `deliver` and its key. */
export const TASKS = {
  /** Creates the deliveries of new events. */
  match: 'match-webhooks',
  /** Makes one attempt of one delivery. */
  deliver: 'deliver-webhook',
  /** Lets due deliveries of an endpoint continue. */
  wake: 'wake-webhooks',
  /** Recovers from lost jobs. */
  sweep: 'sweep-webhooks',
  /** Erases responses to events whose bodies were erased meanwhile. */
  erase: 'erase-webhook-answers',
  /** Creates the partitions of events in advance. */
  divide: 'create-webhook-parts',
  /** Deletes events and deliveries past retention. */
  prune: 'prune-webhooks',
} as const;

/** Prefix of the job key, before the id of the delivery. There is never more than one job of a delivery. */
export const DELIVERY_KEY = `${TASKS.deliver}:`;

export type MatchPayload = { orderIds: number[] };
export type DeliverPayload = { deliveryId: number };
export type ErasePayload = { eventIds: string[] };
export type WakePayload = { endpointId: number; dueAt: string };

/** Adds a job in a transaction: it exists only if the transaction commits. */
export async function addJob(
  tx: PrismaClient | Tx,
  task: string,
  payload: object,
  runAt: Date | null = null,
): Promise<void> {
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz)`;
}

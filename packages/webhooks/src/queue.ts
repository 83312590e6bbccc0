import type { PrismaClient, Tx } from '@channel/prisma';

/** Names of the tasks in the queue. `deliver` and its key stand in the database's function `webhook_promote` too. */
export const TASKS = {
  /** Makes the deliveries of new events. */
  match: 'match-webhooks',
  /** Makes one attempt of one delivery. */
  deliver: 'deliver-webhook',
  /** Lets deliveries of an endpoint go on that have become due. */
  wake: 'wake-webhooks',
  /** Finds what a lost job left behind. */
  sweep: 'sweep-webhooks',
  /** Erases what was answered to events whose bodies were erased meanwhile. */
  erase: 'erase-webhook-answers',
  /** Deletes what is too old. */
  prune: 'prune-webhooks',
} as const;

/** With the delivery's id after it: the key of its job. There is never more than one. */
export const DELIVERY_KEY = `${TASKS.deliver}:`;

export type MatchPayload = { orderIds: number[] };
export type DeliverPayload = { deliveryId: number };
export type ErasePayload = { eventIds: string[] };
export type WakePayload = { endpointId: number; dueAt: string };

/** Adds a job in a transaction: it exists when the transaction commits, and never otherwise. */
export async function addJob(
  tx: PrismaClient | Tx,
  task: string,
  payload: object,
  runAt: Date | null = null,
): Promise<void> {
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz)`;
}

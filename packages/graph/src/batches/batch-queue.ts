import type { PrismaClient, Tx } from '@channel/prisma';

/** Name of the task that carries out batches. */
export const RUN_BATCH = 'run-batch';

/** What its jobs say. */
export type RunBatchPayload = { batchId: number };

/** With the batch's id after it: the key of its job. There is never more than one that waits. */
const KEY = `${RUN_BATCH}:`;

/** Asks the queue to carry out a batch; of one organization, one after the other, in turns. */
export async function queueBatch(
  tx: PrismaClient | Tx,
  { id, organizationId }: { id: number; organizationId: number },
): Promise<void> {
  const payload: RunBatchPayload = { batchId: id };
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${RUN_BATCH}, ${JSON.stringify(payload)}::json,
      queue_name => ${`batches:${organizationId}`}, job_key => ${KEY + id})`;
}

/** Finds batches under way whose job was lost, for whatever reason, and asks for them again. @returns how many */
export async function requeueLostBatches(db: PrismaClient): Promise<number> {
  const lost = await db.$queryRaw<{ id: number; organizationId: number }[]>`
    SELECT b.id, b.organization_id AS "organizationId" FROM batch b
    WHERE b.status = 'running' AND NOT EXISTS (
      SELECT FROM graphile_worker.jobs j
      WHERE j.key = ${KEY} || b.id AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`;
  for (const batch of lost) await queueBatch(db, batch);
  return lost.length;
}

import type { PrismaClient, Tx } from '@channel/prisma';

/** Name of the task that runs batches. */
export const RUN_BATCH = 'run-batch';

/** Payload of its jobs. */
export type RunBatchPayload = { batchId: number };

/** Prefix of the job key, before the id of the batch. At most one job of a batch waits. */
const KEY = `${RUN_BATCH}:`;

/** Queues a batch. Batches of one organization run in sequence, a slice of work per job. */
export async function queueBatch(
  tx: PrismaClient | Tx,
  { id, organizationId }: { id: number; organizationId: number },
): Promise<void> {
  const payload: RunBatchPayload = { batchId: id };
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${RUN_BATCH}, ${JSON.stringify(payload)}::json,
      queue_name => ${`batches:${organizationId}`}, job_key => ${KEY + id})`;
}

/** Finds running batches whose job was lost for any reason, and queues them again. @returns how many */
export async function requeueLostBatches(db: PrismaClient): Promise<number> {
  const lost = await db.$queryRaw<{ id: number; organizationId: number }[]>`
    SELECT b.id, b.organization_id AS "organizationId" FROM batch b
    WHERE b.status = 'running' AND NOT EXISTS (
      SELECT FROM graphile_worker.jobs j
      WHERE j.key = ${KEY} || b.id AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`;
  for (const batch of lost) await queueBatch(db, batch);
  return lost.length;
}

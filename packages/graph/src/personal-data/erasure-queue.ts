import type { PrismaClient, Tx } from '@channel/prisma';

/** Name of the task that erases personal data. */
export const ERASE_PERSONAL_DATA = 'erase-personal-data';

/** Name of the task that deletes files of tickets which were drawn while their data was erased. */
export const ERASE_LATE_FILES = 'erase-late-files';

/** Payload of their jobs. */
export type ErasurePayload = { erasureId: number };

/** Prefix of the job key, before the id of the erasure. At most one job of an erasure waits. */
const KEY = `${ERASE_PERSONAL_DATA}:`;

/** Queues an erasure, at a time or at once. Erasures of one organization run in sequence. */
export async function queueErasure(
  tx: PrismaClient | Tx,
  { id, organizationId }: { id: number; organizationId: number },
  runAt: Date | null = null,
): Promise<void> {
  const payload: ErasurePayload = { erasureId: id };
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${ERASE_PERSONAL_DATA}, ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz,
      queue_name => ${`erasures:${organizationId}`}, job_key => ${KEY + id})`;
}

/**
 * Queues the erasures again that are not finished and whose job was lost, or that waited for the connection of their last
 * step.
 *
 * @param hasMaintenance whether the worker has that connection: without it, those that wait for it are left
 * @returns how many
 */
export async function requeueErasures(db: PrismaClient, hasMaintenance: boolean): Promise<number> {
  const lost = await db.$queryRaw<{ id: number; organizationId: number }[]>`
    SELECT e.id, e.organization_id AS "organizationId" FROM personal_data_erasure e
    WHERE e.finished_at IS NULL AND (e.files_at IS NULL OR ${hasMaintenance}) AND NOT EXISTS (
      SELECT FROM graphile_worker.jobs j
      WHERE j.key = ${KEY} || e.id AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`;
  for (const erasure of lost) await queueErasure(db, erasure);
  return lost.length;
}

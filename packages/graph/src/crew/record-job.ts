import type { Tx } from '@channel/prisma';
import { announceOrders } from '@channel/webhooks';
import type { Context } from '../context.ts';
import { dateAt } from '../shared/calendar.ts';
import type { CrewFacts } from './crew-facts.ts';
import type { CrewJobRow } from './own-jobs.ts';

/**
 * The row of a job and its person, locked. It is made where there is none.
 *
 * @param isShown whether the person sees the facts now, which are then kept for the time after a withdrawal
 */
export async function lockedJob(tx: Tx, { userId }: { userId: number }, facts: CrewFacts, { now }: Context) {
  const { job, title, startsAt, endsAt } = facts;
  const { orderId, task } = job;
  const shown = { title, day: job.day ?? dateAt(now, job.timeZone), startsAt, endsAt };
  const key = { userId, orderId, task };
  await tx.crewJob.createMany({ data: [{ ...key, ...shown }], skipDuplicates: true });
  await tx.$queryRaw`
    SELECT FROM crew_job WHERE user_id = ${userId} AND order_id = ${orderId} AND task = ${task}::dispatch_task FOR UPDATE`;
  const row = await tx.crewJob.findUniqueOrThrow({ where: { userId_orderId_task: key } });
  return { row, where: { userId_orderId_task: key }, shown };
}

/** Tells all processes, when the transaction commits, that what a person says about an order changed. The order did not. */
export const announceJob = (tx: Tx, { orderId, version }: { orderId: number; version: number }): Promise<void> =>
  announceOrders(tx, [{ orderId, version }]);

export const versionOf = ({ orderId, order }: CrewJobRow) => ({ orderId, version: order.version });

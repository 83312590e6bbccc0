import type { PrismaClient } from '@channel/prisma';
import type { Courier } from '../courier.ts';
import { DELIVERY_KEY, TASKS } from '../queue.ts';
import { deliveryTasks, dispatchTasks } from '../tasks.ts';

/** A job in the queue. */
export type Job = { id: string; task: string; key: string | null; payload: unknown; runAt: Date };

/** The jobs in the queue, in the order in which they were added. */
export const jobsOf = (db: PrismaClient): Promise<Job[]> => db.$queryRaw<Job[]>`
  SELECT j.id::text, t.identifier AS task, j.key, j.payload, j.run_at AS "runAt"
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`;

/**
 * Runs the jobs that are due and the jobs that they add, in sequence and without a worker, so that tests control the
 * time. Jobs for later stay in the queue.
 */
export async function runQueue(courier: Courier): Promise<void> {
  const tasks = { ...dispatchTasks(courier), ...deliveryTasks(courier) };
  for (;;) {
    const job = (await jobsOf(courier.db)).find(({ runAt, task }) => task !== TASKS.wake || runAt <= courier.clock());
    if (!job) return;
    await courier.db.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE id = ${job.id}::bigint`;
    await tasks[job.task]?.(job.payload);
  }
}

/** The deliveries whose jobs are in the queue. */
export async function queuedDeliveries(db: PrismaClient): Promise<number[]> {
  const jobs = await jobsOf(db);
  return jobs.flatMap(({ key }) => (key?.startsWith(DELIVERY_KEY) ? [Number(key.slice(DELIVERY_KEY.length))] : []));
}

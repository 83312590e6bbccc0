import type { OrderState } from './order-state.ts';
import type { Work } from './request.ts';

const TASKS = ['guide', 'pickup', 'dropoff'] as const;

type Jobs = Pick<OrderState, 'tourGuideId' | 'pickup' | 'dropoff'>;

/** What people said about jobs that they lose, or that move, does not count any more. */
export async function endDeclines({ tx }: Work, before: Jobs & { id: number }, isMoved = false): Promise<void> {
  const include = { pickup: { include: { point: true } }, dropoff: { include: { point: true } } };
  const after = await tx.order.findUniqueOrThrow({ where: { id: before.id }, include });
  for (const task of TASKS) {
    const userId = personOf(task, before);
    if (userId === null) continue;
    const isLost = userId !== personOf(task, after);
    if (!isLost && !isMoved && momentOf(task, before) === momentOf(task, after)) continue;
    const key = { userId, orderId: before.id, task };
    const job = await tx.crewJob.findUnique({ where: { userId_orderId_task: key } });
    if (job?.state !== 'declined') continue;
    const unsaid = { state: 'assigned', reason: '', stateAt: null, appointment: null, seenAt: null } as const;
    const data = isLost
      ? { ...unsaid, seenDigest: job.seenDigest === 'moved' ? 'moved' : 'withdrawn' }
      : { seenDigest: 'moved' };
    await tx.crewJob.update({ where: { userId_orderId_task: key }, data });
  }
}

type Task = (typeof TASKS)[number];

const personOf = (task: Task, jobs: Jobs) => (task === 'guide' ? jobs.tourGuideId : jobs[task].driverId);

function momentOf(task: Task, jobs: Jobs): string {
  if (task === 'guide') return '';
  const { date, time, pointId } = jobs[task];
  return JSON.stringify([date, time, pointId]);
}

import { Prisma } from '@channel/prisma';
import { dateText, timeText } from './calendar.ts';

/** In place of the digest of a job that was given to another person, cancelled or removed. */
export const WITHDRAWN = 'withdrawn';

/** In place of the digest of a job that was declined and then moved: what was said does not count for it as it is now. */
const MOVED = 'moved';

const TASKS = ['guide', 'pickup', 'dropoff'] as const;
type Task = (typeof TASKS)[number];

type Transfer = { driverId: number | null; date: Date | null; time: Date | null; pointId: number | null };
type Jobs = { tourGuideId: number | null; pickup: Transfer; dropoff: Transfer };

/**
 * An order whose jobs change.
 *
 * @property isMoved whether the experience gets another day, time or place, and all of its jobs with it
 */
export type Reassigned = { orderId: number; before: Jobs; after: Jobs; isMoved: boolean };

const personOf = (task: Task, jobs: Jobs) => (task === 'guide' ? jobs.tourGuideId : jobs[task].driverId);

const momentOf = (task: Task, jobs: Jobs): string => {
  if (task === 'guide') return '';
  const { date, time, pointId } = jobs[task];
  return [date && dateText(date), time && timeText(time), pointId].join(' ');
};

/** Whether a job that is no longer its person's was declined as it last was: who declined it does not go there. */
export const wasDeclined = (row: { state: string; seenDigest: string | null; seenAt: Date | null }): boolean =>
  (row.state === 'declined' && row.seenDigest !== MOVED) || (row.seenDigest === WITHDRAWN && row.seenAt === null);

/**
 * The common table expressions by which people who declined a job that is now taken from them have said nothing, in case
 * that it is given to them again; none where nobody loses a job, and nobody's job moves. They are not shown that it was
 * withdrawn, unless it moved after they declined it, and have no time at which they saw it.
 */
export function endedDeclines(changes: readonly Reassigned[]): Prisma.Sql[] {
  const lost: Job[] = [];
  const moved: Job[] = [];
  for (const { orderId, before, after, isMoved } of changes)
    for (const task of TASKS) {
      const userId = personOf(task, before);
      if (userId === null) continue;
      if (userId !== personOf(task, after)) lost.push({ orderId, task, userId });
      else if (isMoved || momentOf(task, before) !== momentOf(task, after)) moved.push({ orderId, task, userId });
    }
  return [
    ...declinesOf('lost_declines', lost, [
      Prisma.sql`state = 'assigned', reason = '', state_at = NULL, appointment = NULL, seen_at = NULL`,
      Prisma.sql`seen_digest = CASE WHEN c.seen_digest = ${MOVED} THEN c.seen_digest ELSE ${WITHDRAWN} END`,
    ]),
    ...declinesOf('moved_declines', moved, [Prisma.sql`seen_digest = ${MOVED}`]),
  ];
}

type Job = { orderId: number; task: Task; userId: number };

function declinesOf(name: string, jobs: readonly Job[], columns: readonly Prisma.Sql[]): Prisma.Sql[] {
  if (jobs.length === 0) return [];
  return [
    Prisma.sql`${Prisma.raw(name)} AS (
      UPDATE crew_job c SET ${Prisma.join([...columns])}
      FROM unnest(${jobs.map(({ orderId }) => orderId)}::bigint[], ${jobs.map(({ task }) => task)}::dispatch_task[],
        ${jobs.map(({ userId }) => userId)}::bigint[]) AS given (order_id, task, user_id)
      WHERE c.order_id = given.order_id AND c.task = given.task AND c.user_id = given.user_id AND c.state = 'declined')`,
  ];
}

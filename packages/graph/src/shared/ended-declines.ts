import { Prisma } from '@channel/prisma';

/** In place of the digest of a job that was given to another person, cancelled or removed. */
export const WITHDRAWN = 'withdrawn';

type People = { tourGuideId: number | null; pickup: { driverId: number | null }; dropoff: { driverId: number | null } };

/** An order whose people change. */
export type Reassigned = { orderId: number; before: People; after: People };

const TASKS = {
  guide: ({ tourGuideId }: People) => tourGuideId,
  pickup: ({ pickup }: People) => pickup.driverId,
  dropoff: ({ dropoff }: People) => dropoff.driverId,
};

/**
 * The common table expression by which people who declined a job that is now taken from them have said nothing, in case
 * that it is given to them again; none where nobody loses a job. They are not shown that it was withdrawn, and have no
 * time at which they saw it.
 */
export function endedDeclines(changes: readonly Reassigned[]): Prisma.Sql[] {
  const lost = changes.flatMap(({ orderId, before, after }) =>
    Object.entries(TASKS).flatMap(([task, personOf]) => {
      const userId = personOf(before);
      return userId === null || userId === personOf(after) ? [] : [{ orderId, task, userId }];
    }),
  );
  if (lost.length === 0) return [];
  return [
    Prisma.sql`declines AS (
      UPDATE crew_job c SET state = 'assigned', reason = '', state_at = NULL, appointment = NULL, seen_digest = ${WITHDRAWN}, seen_at = NULL
      FROM unnest(${lost.map(({ orderId }) => orderId)}::int[], ${lost.map(({ task }) => task)}::dispatch_task[],
        ${lost.map(({ userId }) => userId)}::int[]) AS given (order_id, task, user_id)
      WHERE c.order_id = given.order_id AND c.task = given.task AND c.user_id = given.user_id AND c.state = 'declined')`,
  ];
}

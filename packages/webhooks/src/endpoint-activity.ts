import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';

/** A stretch of time, cut into steps of the same length. */
export type Span = {
  /** Where the last step ends. */
  until: Date;
  /** Seconds of a step. */
  seconds: number;
  /** How many. */
  steps: number;
};

/** What became of the attempts of one step. */
export type ActivityStep = {
  from: Date;
  succeeded: number;
  failed: number;
  /** Half of the attempts took no longer, in milliseconds; null without any. */
  medianMs: number | null;
};

type Counted = Omit<ActivityStep, 'from'> & { endpointId: number; step: number };

/**
 * What became of the attempts to deliver changes, per endpoint, oldest step first, with the steps in which nothing was
 * tried. Repeats and tests don't count, as they don't for the endpoint's health.
 *
 * @param patience seconds that a delivery may take from its making to its last attempt: older ones are not looked at
 */
export async function activityOf(
  db: PrismaClient | Tx,
  endpointIds: readonly number[],
  { until, seconds, steps }: Span,
  patience: number,
): Promise<ActivityStep[][]> {
  const start = new Date(until.getTime() - seconds * steps * 1_000);
  const oldest = new Date(start.getTime() - patience * 1_000);
  const rows = await db.$queryRaw<Counted[]>`
    SELECT d.endpoint_id AS "endpointId",
      floor(extract(epoch FROM a.started_at - ${start}::timestamptz) / ${seconds}::int)::int AS step,
      count(*) FILTER (WHERE a.error IS NULL AND a.response_status BETWEEN 200 AND 299)::int AS succeeded,
      count(*) FILTER (WHERE (a.error IS NULL AND a.response_status BETWEEN 200 AND 299) IS NOT TRUE)::int AS failed,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY a.duration_ms))::int AS "medianMs"
    FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.id
    WHERE d.endpoint_id IN (${Prisma.join([...endpointIds])}) AND d.cause = 'change' AND d.created_at >= ${oldest}
      AND a.started_at >= ${start} AND a.started_at < ${until}
    GROUP BY 1, 2`;
  const counted = new Map(rows.map((row) => [`${row.endpointId}:${row.step}`, row]));
  return endpointIds.map((id) =>
    Array.from({ length: steps }, (_, step) => {
      const { succeeded = 0, failed = 0, medianMs = null } = counted.get(`${id}:${step}`) ?? {};
      return { from: new Date(start.getTime() + step * seconds * 1_000), succeeded, failed, medianMs };
    }),
  );
}

/** How many deliveries of each endpoint are on their way, or wait for their turn or their next try. */
export async function waitingAt(db: PrismaClient | Tx, endpointIds: readonly number[]): Promise<number[]> {
  const rows = await db.webhookDelivery.groupBy({
    by: 'endpointId',
    where: { endpointId: { in: [...endpointIds] }, status: 'pending' },
    _count: true,
  });
  const counts = new Map(rows.map(({ endpointId, _count }) => [endpointId, _count]));
  return endpointIds.map((id) => counts.get(id) ?? 0);
}

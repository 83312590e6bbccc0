import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';

/** A time interval that is divided into steps of equal length. */
export type Span = {
  /** End of the last step. */
  until: Date;
  /** Length of a step in seconds. */
  seconds: number;
  /** Number of steps. */
  steps: number;
};

/** Results of the attempts of one step. */
export type ActivityStep = {
  from: Date;
  succeeded: number;
  failed: number;
  /** Median duration in milliseconds; null without attempts. */
  medianMs: number | null;
};

type Counted = Omit<ActivityStep, 'from'> & { endpointId: number; step: number };

/**
 * Results of the attempts to deliver changes, per endpoint, oldest step first, including steps without attempts.
 * Repeats and tests are excluded, as they are from the health of the endpoint.
 *
 * @param maxLifetime longest time in seconds from the creation of a delivery to its last attempt: older ones are not read
 */
export async function activityOf(
  db: PrismaClient | Tx,
  endpointIds: readonly number[],
  { until, seconds, steps }: Span,
  maxLifetime: number,
): Promise<ActivityStep[][]> {
  const start = new Date(until.getTime() - seconds * steps * 1_000);
  const oldest = new Date(start.getTime() - maxLifetime * 1_000);
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

/** Number of deliveries of each endpoint that are being sent or wait for an attempt. */
export async function waitingAt(db: PrismaClient | Tx, endpointIds: readonly number[]): Promise<number[]> {
  const rows = await db.webhookDelivery.groupBy({
    by: 'endpointId',
    where: { endpointId: { in: [...endpointIds] }, status: 'pending' },
    _count: true,
  });
  const counts = new Map(rows.map(({ endpointId, _count }) => [endpointId, _count]));
  return endpointIds.map((id) => counts.get(id) ?? 0);
}

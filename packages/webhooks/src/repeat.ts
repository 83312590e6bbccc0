import { Prisma, type Tx } from '@channel/prisma';
import { promote } from './promote.ts';

/** Which deliveries to repeat; every member narrows further. */
export type RepeatSelection = {
  organizationIds: number[];
  /** Under which names the actor stands beside orders: others are not repeated. */
  principals: string[];
  deliveryIds?: number[] | undefined;
  endpointId?: number | undefined;
  orderId?: number | undefined;
  /** Whose event happened at this time or later. */
  since?: Date | undefined;
  /** Whose event happened before this time. */
  until?: Date | undefined;
  /** Those that arrived, too. */
  includeSucceeded?: boolean | undefined;
};

/** Most deliveries that are repeated in one go. */
export const MOST_REPEATS = 10_000;

/**
 * The deliveries of a selection that can be repeated: those that never arrived (failed or skipped, with nothing of the
 * same event to the same endpoint that arrived or is on its way) and, where that is wanted, those that did. Oldest event
 * first; of several of one event to one endpoint the first one selected. At most `MOST_REPEATS`.
 */
export async function repeatable(tx: Tx, selection: RepeatSelection): Promise<number[]> {
  const { organizationIds, principals, deliveryIds, endpointId, orderId, since, until, includeSucceeded } = selection;
  const ended = includeSucceeded ? ['failed', 'skipped', 'succeeded'] : ['failed', 'skipped'];
  const settled = includeSucceeded ? ['pending'] : ['succeeded', 'pending'];
  const narrowed = [
    deliveryIds && Prisma.sql`AND d.id = ANY (${deliveryIds})`,
    endpointId !== undefined && Prisma.sql`AND d.endpoint_id = ${endpointId}`,
    orderId !== undefined && Prisma.sql`AND d.order_id = ${orderId}`,
    since && Prisma.sql`AND ev.created_at >= ${since}`,
    until && Prisma.sql`AND ev.created_at < ${until}`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM (
      SELECT DISTINCT ON (d.event_id, d.endpoint_id) d.id, d.endpoint_id, ev.created_at, ev.order_id, ev.sequence
      FROM webhook_delivery d
      JOIN webhook_event ev ON ev.id = d.event_id
      JOIN orders o ON o.id = d.order_id
      WHERE d.status = ANY (${ended}::webhook_delivery_status[]) AND NOT ev.is_test AND ev.payload IS NOT NULL
        AND ev.organization_id = ANY (${organizationIds}) AND o.viewers && ${principals}
        ${Prisma.join(narrowed.length > 0 ? narrowed : [Prisma.empty], ' ')}
        AND NOT EXISTS (
          SELECT FROM webhook_delivery other
          WHERE other.event_id = d.event_id AND other.endpoint_id = d.endpoint_id
            AND other.status = ANY (${settled}::webhook_delivery_status[]))
      ORDER BY d.event_id, d.endpoint_id, d.id
    ) chosen
    ORDER BY created_at, order_id, sequence, endpoint_id LIMIT ${MOST_REPEATS}`;
  return rows.map(({ id }) => id);
}

/** How many of the deliveries carry an event of an order that has changed since. */
export async function outdatedAmong(tx: Tx, ids: number[]): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM webhook_delivery d
    JOIN webhook_event ev ON ev.id = d.event_id
    JOIN orders o ON o.id = d.order_id
    WHERE d.id = ANY (${ids}) AND o.version > ev.sequence`;
  return row?.count ?? 0;
}

/**
 * Sends again what deliveries carried: the same event id and body, the endpoint's present address and secret, one
 * attempt. The original records stay as they are. Events of one order go in their order.
 *
 * @returns the new deliveries
 */
export async function repeatDeliveries(tx: Tx, ids: number[], now: Date): Promise<number[]> {
  const made = await tx.$queryRaw<{ id: number; endpointId: number }[]>`
    INSERT INTO webhook_delivery (event_id, endpoint_id, order_id, cause, repeat_of_id, next_attempt_at, created_at)
    SELECT d.event_id, d.endpoint_id, d.order_id, 'repeat', d.id, ${now}, ${now}
    FROM webhook_delivery d JOIN webhook_event ev ON ev.id = d.event_id
    WHERE d.id = ANY (${ids})
    ORDER BY ev.created_at, ev.order_id, ev.sequence, d.endpoint_id
    RETURNING id, endpoint_id AS "endpointId"`;
  await promote(
    tx,
    [...new Set(made.map(({ endpointId }) => endpointId))].sort((one, other) => one - other),
    now,
  );
  return made.map(({ id }) => id);
}

import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import { ownerSees } from './may-receive.ts';
import { promote } from './promote.ts';

/** Which deliveries to repeat; every member narrows further. */
export type RepeatSelection = {
  organizationIds: number[];
  /** The principals of the actor: only orders with one of them in `viewers` are repeated. */
  principals: string[];
  deliveryIds?: number[] | undefined;
  endpointId?: number | undefined;
  orderId?: number | undefined;
  /** Deliveries of events at this time or later. */
  since?: Date | undefined;
  /** Deliveries of events before this time. */
  until?: Date | undefined;
  /** Also successful deliveries. */
  includeSucceeded?: boolean | undefined;
  /** The permission to see all orders of the organization, for `ownerSees`. */
  allOrders: string;
};

/**
 * An event to send again to an endpoint. `deliveryId` is the undelivered delivery; null where the endpoint was off and
 * got none.
 */
export type Repeat = { deliveryId: number | null; eventId: string; endpointId: number };

/** Maximum number of deliveries that are repeated at a time. */
export const MAX_REPEATS = 10_000;

/** Tolerance between the clock of matching and the clock that recorded when an endpoint was switched off and on. */
const SLACK = '10 minutes';
/** Events are matched soon after they happened, unless no worker was running. */
const LATEST_MATCH = '1 day';

/**
 * The deliveries of a selection that can be repeated: undelivered ones (failed or skipped, unless another delivery of
 * the same event to the same endpoint succeeded or is pending), events that an endpoint missed while it was off and, on
 * request, successful deliveries. Oldest event first; of several deliveries of one event to one endpoint the first
 * selected one. At most `MAX_REPEATS`. Deleted endpoints are excluded.
 */
export async function repeatable(tx: PrismaClient | Tx, selection: RepeatSelection): Promise<Repeat[]> {
  const { organizationIds, principals, deliveryIds, endpointId, orderId, since, until, includeSucceeded } = selection;
  const ended = includeSucceeded ? ['failed', 'skipped', 'succeeded'] : ['failed', 'skipped'];
  const settled = includeSucceeded ? ['pending'] : ['succeeded', 'pending'];
  const narrowed = Prisma.join(
    [
      Prisma.sql`ev.organization_id = ANY (${organizationIds}) AND NOT ev.is_test AND ev.payload IS NOT NULL
        AND e.deleted_at IS NULL AND o.viewers && ${principals}`,
      ...(endpointId === undefined ? [] : [Prisma.sql`e.id = ${endpointId}`]),
      ...(orderId === undefined ? [] : [Prisma.sql`ev.order_id = ${orderId}`]),
      ...(since ? [Prisma.sql`ev.created_at >= ${since}`] : []),
      ...(until ? [Prisma.sql`ev.created_at < ${until}`] : []),
    ],
    ' AND ',
  );
  const missed = Prisma.sql`
    SELECT NULL::bigint AS id, ev.id AS event_id, e.id AS endpoint_id, ev.created_at, ev.order_id, ev.sequence
    FROM webhook_endpoint e
    JOIN webhook_event ev ON ev.organization_id = e.organization_id AND ev.created_at >= e.created_at
      AND ev.created_at >= e.missed_from - ${LATEST_MATCH}::interval
      AND ev.created_at <= coalesce(e.missed_until, 'infinity') + ${SLACK}::interval
    JOIN orders o ON o.id = ev.order_id
    WHERE ev.matched_at BETWEEN e.missed_from - ${SLACK}::interval AND coalesce(e.missed_until, 'infinity') + ${SLACK}::interval
      AND ${narrowed} AND ${ownerSees(selection.allOrders)}
      AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.event_id = ev.id AND d.endpoint_id = e.id)`;
  return tx.$queryRaw<Repeat[]>`
    SELECT id AS "deliveryId", event_id AS "eventId", endpoint_id AS "endpointId" FROM (
      (SELECT DISTINCT ON (d.event_id, d.endpoint_id)
        d.id, d.event_id, d.endpoint_id, ev.created_at, ev.order_id, ev.sequence
      FROM webhook_delivery d
      JOIN webhook_event ev ON ev.id = d.event_id
      JOIN webhook_endpoint e ON e.id = d.endpoint_id
      JOIN orders o ON o.id = d.order_id
      WHERE d.status = ANY (${ended}::webhook_delivery_status[]) AND ${narrowed}
        ${deliveryIds ? Prisma.sql`AND d.id = ANY (${deliveryIds})` : Prisma.empty}
        AND NOT EXISTS (
          SELECT FROM webhook_delivery other
          WHERE other.event_id = d.event_id AND other.endpoint_id = d.endpoint_id
            AND other.status = ANY (${settled}::webhook_delivery_status[]))
      ORDER BY d.event_id, d.endpoint_id, d.id)
      ${deliveryIds ? Prisma.empty : Prisma.sql`UNION ALL (${missed})`}
    ) chosen
    ORDER BY created_at, order_id, sequence, endpoint_id LIMIT ${MAX_REPEATS}`;
}

/** The number of these deliveries whose order has changed since the event. */
export async function outdatedAmong(tx: PrismaClient | Tx, repeats: readonly Repeat[]): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM unnest(${repeats.map(({ eventId }) => eventId)}::uuid[]) AS chosen (id)
    JOIN webhook_event ev ON ev.id = chosen.id
    JOIN orders o ON o.id = ev.order_id
    WHERE o.version > ev.sequence`;
  return row?.count ?? 0;
}

/**
 * Sends events again: the same event id and body, the current address and secret of the endpoint, one attempt. The
 * original records do not change. Events of one order are sent in sequence.
 *
 * @returns the new deliveries
 */
export async function repeatDeliveries(tx: Tx, repeats: readonly Repeat[], now: Date): Promise<number[]> {
  const made = await tx.$queryRaw<{ id: number; endpointId: number }[]>`
    INSERT INTO webhook_delivery (event_id, event_at, endpoint_id, order_id, cause, repeat_of_id, next_attempt_at, created_at)
    SELECT ev.id, ev.created_at, chosen.endpoint_id, ev.order_id, 'repeat', chosen.delivery_id, ${now}, ${now}
    FROM unnest(
      ${repeats.map(({ deliveryId }) => deliveryId)}::bigint[], ${repeats.map(({ eventId }) => eventId)}::uuid[],
      ${repeats.map(({ endpointId }) => endpointId)}::bigint[]) AS chosen (delivery_id, event_id, endpoint_id)
    JOIN webhook_event ev ON ev.id = chosen.event_id
    ORDER BY ev.created_at, ev.order_id, ev.sequence, chosen.endpoint_id
    FOR KEY SHARE OF ev
    RETURNING id, endpoint_id AS "endpointId"`;
  await promote(
    tx,
    [...new Set(made.map(({ endpointId }) => endpointId))].sort((one, other) => one - other),
    now,
  );
  return made.map(({ id }) => id);
}

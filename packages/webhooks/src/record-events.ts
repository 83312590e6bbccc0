import { executeInLastRead, Prisma, type Tx } from '@channel/prisma';
import { announced, announceOrders, type OrderNotice } from './announce.ts';
import { type MatchPayload, TASKS } from './queue.ts';

/** An event of an order. */
export type NewEvent = {
  /** UUID; the same in every delivery. */
  id: string;
  organizationId: number;
  orderId: number;
  /** The order's version after the change. */
  sequence: number;
  kind: string;
  actorId: number | null;
  requestId: string | null;
  /** The W3C header of the request's place in its trace; null or absent without traces. */
  traceparent?: string | null | undefined;
  createdAt: Date;
};

/** Bodies of events, exactly as they will be sent, as a query with the columns `id` and `payload`. */
export const givenPayloads = (events: readonly { id: string; payload: string }[]): Prisma.Sql =>
  Prisma.sql`SELECT * FROM unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ payload }) => payload)}::text[])
    AS given (id, payload)`;

/**
 * Writes events in the transaction of their changes, queues the job that finds their receivers, and notifies all
 * processes which orders changed: all in one statement, all or nothing.
 *
 * @param payloads the bodies of the events, a query like `givenPayloads`
 * @param notices the orders that changed, with or without an event
 * @throws where an event has no body
 */
export async function recordEvents(
  tx: Tx,
  events: readonly NewEvent[],
  payloads: Prisma.Sql,
  notices: readonly OrderNotice[] = [],
): Promise<void> {
  if (events.length === 0) return announceOrders(tx, notices);
  const payload: MatchPayload = { orderIds: [...new Set(events.map(({ orderId }) => orderId))] };
  // An event without a body violates the constraint of its column.
  await executeInLastRead(tx, {
    writes: 'webhook_event',
    expressions: Prisma.sql`
    recorded AS (
      INSERT INTO webhook_event
        (id, organization_id, order_id, sequence, kind, actor_id, request_id, traceparent, created_at, payload)
      SELECT event.*, body.payload FROM unnest(
        ${events.map(({ id }) => id)}::uuid[], ${events.map(({ organizationId }) => organizationId)}::bigint[],
        ${events.map(({ orderId }) => orderId)}::bigint[], ${events.map(({ sequence }) => sequence)}::int[],
        ${events.map(({ kind }) => kind)}::text[], ${events.map(({ actorId }) => actorId)}::bigint[],
        ${events.map(({ requestId }) => requestId)}::text[],
        ${events.map(({ traceparent = null }) => traceparent)}::text[],
        ${events.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
        AS event (id, organization_id, order_id, sequence, kind, actor_id, request_id, traceparent, created_at)
      LEFT JOIN (${payloads}) AS body USING (id)
    ), held AS (
      SELECT ${announced(notices)} AS notices,
        (SELECT count(*) FROM graphile_worker.add_job(${TASKS.match}, ${JSON.stringify(payload)}::json)) AS jobs
    )`,
  });
}

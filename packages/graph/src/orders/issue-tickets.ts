import { createHmac } from 'node:crypto';
import { Prisma, rowsIn, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';

/** The unguessable part of a ticket's address: a keyed hash of its id. */
export function ticketKey(settings: Context['settings'], id: number): string {
  if (settings.secretKey === null) throw new Error('SECRET_KEY is not set');
  return createHmac('sha256', settings.secretKey).update(`ticket:${id}`).digest('base64url');
}

type TicketContext = Pick<Context, 'now' | 'settings'>;
type NewTicket = { id: number; orderId: number; organizationId: number; passengerId: number | null };

/**
 * Writes the ticket rows of orders that become booked: one for each participant where the product says so, else one for
 * the order; none where the product has no tickets. Orders that have tickets keep them. A file is made when first
 * fetched.
 */
export async function issueTickets(tx: Tx, context: TicketContext, orderIds: number[]): Promise<void> {
  const tickets = await drawTickets(tx, orderIds);
  if (tickets.length > 0) await tx.$executeRaw(insertedTickets(context, tickets));
}

/** The tickets to write for orders, with reserved ids: the address of a ticket depends on its id. Writes nothing. */
export const drawTickets = (tx: Tx, orderIds: readonly number[]): Promise<NewTicket[]> =>
  rowsIn<NewTicket>(
    tx,
    Prisma.sql`
  SELECT nextval(pg_get_serial_sequence('ticket', 'id')) AS id, "orderId", "organizationId", "passengerId"
  FROM (
    SELECT o.id AS "orderId", o.organization_id AS "organizationId", passenger.id AS "passengerId"
    FROM orders o JOIN product ON product.id = o.product_id
    LEFT JOIN passenger ON passenger.order_id = o.id AND product.ticket_per_participant
    WHERE o.id = ANY (${orderIds}::bigint[]) AND product.ticket_title IS NOT NULL
      AND NOT EXISTS (SELECT FROM ticket WHERE ticket.order_id = o.id)
    ORDER BY o.id, passenger.is_leader DESC, passenger.position, passenger.id
  ) wanted`,
  );

/** The statement that writes tickets. */
export const insertedTickets = (
  { now, settings }: TicketContext,
  tickets: readonly NewTicket[],
): Prisma.Sql => Prisma.sql`
  INSERT INTO ticket (id, order_id, organization_id, passenger_id, created_at, filename, address_key)
  SELECT id, order_id, organization_id, passenger_id, ${now}::timestamptz, 'ticket-' || order_id || '-' || id || '.pdf', address_key
  FROM unnest(
    ${tickets.map(({ id }) => id)}::bigint[], ${tickets.map(({ orderId }) => orderId)}::bigint[],
    ${tickets.map(({ organizationId }) => organizationId)}::bigint[], ${tickets.map(({ passengerId }) => passengerId)}::bigint[], ${tickets.map(({ id }) => ticketKey(settings, id))}::text[]
  ) AS given (id, order_id, organization_id, passenger_id, address_key)`;

import { createHmac } from 'node:crypto';
import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';

/** The unguessable part of a ticket's address: a keyed hash of its id. */
export function ticketKey(settings: Context['settings'], id: number): string {
  if (settings.secretKey === null) throw new Error('SECRET_KEY is not set');
  return createHmac('sha256', settings.secretKey).update(`ticket:${id}`).digest('base64url');
}

/**
 * Writes the ticket rows of orders that become booked: one for each participant where the product says so, else one for
 * the order; none where the product prints none. Orders that have tickets keep them. Files are made when first fetched.
 */
export async function issueTickets(
  tx: Tx,
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  orderIds: number[],
): Promise<void> {
  const orders = await tx.order.findMany({
    where: { id: { in: orderIds }, tickets: { none: {} }, product: { ticketTitle: { not: null } } },
    select: {
      id: true,
      product: { select: { ticketPerParticipant: true } },
      passengers: { select: { id: true }, orderBy: [{ isLeader: 'desc' }, { position: 'asc' }, { id: 'asc' }] },
    },
    orderBy: { id: 'asc' },
  });
  const wanted = orders.flatMap(({ id, product, passengers }): { orderId: number; passengerId: number | null }[] =>
    product?.ticketPerParticipant && passengers.length > 0
      ? passengers.map((passenger) => ({ orderId: id, passengerId: passenger.id }))
      : [{ orderId: id, passengerId: null }],
  );
  if (wanted.length === 0) return;
  // The address hangs on the id, so that the ids are drawn first.
  const ids = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('ticket', 'id'))::int AS id FROM generate_series(1, ${wanted.length})`;
  await tx.ticket.createMany({
    data: wanted.map((ticket, index) => {
      const id = ids[index]?.id ?? 0;
      return {
        ...ticket,
        id,
        createdAt: now,
        filename: `ticket-${ticket.orderId}-${id}.pdf`,
        addressKey: ticketKey(settings, id),
      };
    }),
  });
}

import { createHash } from 'node:crypto';
import type { Services } from '../context.ts';
import type { TicketSheet } from './render.ts';

/** Raised when the layout of tickets changes, so that stored files are drawn again. */
const LAYOUT = 1;

/**
 * The storage key of a ticket as it looks now. It begins with the name of the file, which has the id of the order, so
 * that all files of an order are found, also those of tickets that it no longer has.
 */
export function ticketFileOf(key: string, sheet: TicketSheet): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([LAYOUT, sheet]))
    .digest('hex')
    .slice(0, 32);
  return `${sheet.filename.replace(/\.pdf$/, '')}-${key}-${hash}.pdf`;
}

/** Deletes the files of all tickets of orders. A ticket that is fetched afterwards is drawn again. */
export async function deleteTicketFiles({ db, storage }: Services, orderIds: readonly number[]): Promise<void> {
  for (const orderId of orderIds) {
    const tickets = await db.ticket.findMany({ where: { orderId }, select: { addressKey: true, filename: true } });
    await storage.removeAll(`ticket-${orderId}-`);
    for (const { addressKey, filename } of tickets) {
      await storage.removeAll(`${filename.replace(/\.pdf$/, '')}-${addressKey}-`);
      // Files of earlier releases.
      await storage.removeAll(`ticket-${addressKey}-`);
    }
  }
}

import { parentPort } from 'node:worker_threads';
import { renderTicket, type TicketSheet } from './render.ts';

/* Draws one ticket after the other for draw.ts. An error ends the thread, and is told there. */

export type Drawing = { sheet: TicketSheet; address: string };

parentPort?.on('message', async ({ sheet, address }: Drawing) => {
  parentPort?.postMessage(await renderTicket(sheet, address));
});

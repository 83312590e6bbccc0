import { parentPort } from 'node:worker_threads';
import { renderTicket, type TicketSheet } from './render.ts';

/* Draws tickets in sequence for draw.ts. An error ends the thread, and draw.ts reports it. */

export type Drawing = { sheet: TicketSheet; address: string };

parentPort?.on('message', async ({ sheet, address }: Drawing) => {
  parentPort?.postMessage(await renderTicket(sheet, address));
});

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseBusy } from '@channel/prisma';
import type { Drawing } from './drawing-thread.ts';
import type { TicketSheet } from './render.ts';

/** In milliseconds. */
type Limits = {
  /** Time after which a ticket is aborted; default 5,000. */
  timeout?: number;
  /** Time after which an idle thread ends, because it takes about 40 MB; default 30,000. */
  idle?: number;
};

/**
 * Draws tickets as PDF files in a separate thread, in the order of the calls: a ticket takes 50 ms, the first one 200
 * ms, which would block the event loop. A thread that crashes or is late is replaced for the next ticket.
 */
export function ticketDrawing({ timeout = 5_000, idle = 30_000 }: Limits = {}) {
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function drawNext(drawing: Drawing): Promise<Buffer> {
    clearTimeout(timer);
    thread ??= start();
    const drawn = once(thread, 'message', { signal: AbortSignal.timeout(timeout) });
    thread.postMessage(drawing);
    try {
      const [file] = await drawn;
      timer = setTimeout(end, idle).unref();
      return Buffer.from(file);
    } catch (error) {
      end();
      const isLate = error instanceof Error && error.name === 'AbortError';
      throw isLate ? new DatabaseBusy(undefined, 'The ticket was not drawn in time, please try again') : error;
    }
  }

  function start(): Worker {
    const started = new Worker(new URL('./drawing-thread.ts', import.meta.url));
    started.unref();
    // The waiting caller gets the error; the process must not end.
    started.on('error', () => {});
    started.on('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  function end(): void {
    void thread?.terminate();
    thread = undefined;
  }

  /** @throws {DatabaseBusy} if it takes too long; else the error of the thread */
  return (sheet: TicketSheet, address: string): Promise<Buffer> => {
    const drawn = last.then(() => drawNext({ sheet, address }));
    last = drawn.catch(() => {});
    return drawn;
  };
}

/** Draws a ticket as a PDF, with the thread of this process. */
export const drawTicket = ticketDrawing();

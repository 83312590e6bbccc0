import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseBusy } from '@channel/prisma';
import type { Drawing } from './drawing-thread.ts';
import type { TicketSheet } from './render.ts';

/** In milliseconds. */
type Limits = {
  /** After which a ticket is given up; default 5,000. */
  patience?: number;
  /** After which a thread without work ends, for it holds some 40 MB; default 30,000. */
  idle?: number;
};

/**
 * Draws tickets as PDF files in a thread of its own, one after the other in the order of the calls: a ticket takes 50 ms, and
 * 200 the first time, in which no request would be answered. A thread that crashes or is late is replaced for the next one.
 */
export function ticketDrawing({ patience = 5_000, idle = 30_000 }: Limits = {}) {
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function drawNext(drawing: Drawing): Promise<Buffer> {
    clearTimeout(timer);
    thread ??= start();
    const drawn = once(thread, 'message', { signal: AbortSignal.timeout(patience) });
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
    // Whoever waits for a drawing is told, and nobody else has to end.
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

  /** @throws {DatabaseBusy} where it takes too long; what the thread crashed of */
  return (sheet: TicketSheet, address: string): Promise<Buffer> => {
    const drawn = last.then(() => drawNext({ sheet, address }));
    last = drawn.catch(() => {});
    return drawn;
  };
}

/** Draws a ticket as a PDF, with the thread of this process. */
export const drawTicket = ticketDrawing();

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseBusy } from '@channel/prisma';
import type { Drawing } from './drawing-thread.ts';
import type { TicketSheet } from './render.ts';

/** Milliseconds after which a ticket is given up, and after which a thread without work ends: it holds some 40 MB. */
const PATIENCE = 5_000;
const IDLE = 30_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a ticket as a PDF in a thread of its own, after those that were asked for before: it takes 50 ms, and 200 the first
 * time, in which nobody else would be answered.
 */
export function drawTicket(sheet: TicketSheet, address: string): Promise<Buffer> {
  const drawn = last.then(() => drawNext({ sheet, address }));
  last = drawn.catch(() => {});
  return drawn;
}

async function drawNext(drawing: Drawing): Promise<Buffer> {
  clearTimeout(idle);
  thread ??= start();
  const drawn = once(thread, 'message', { signal: AbortSignal.timeout(PATIENCE) });
  thread.postMessage(drawing);
  try {
    const [file] = await drawn;
    idle = setTimeout(end, IDLE).unref();
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

import { Problem } from '#lib/problem.ts';
import { signedInAgain } from '#lib/session-gate.ts';
import type { FilterInput, toSort } from '../order-filters.ts';

export type ExportRequest = { filter: FilterInput; sort: ReturnType<typeof toSort>; columns?: string[] };

/**
 * Downloads the orders of a list as CSV and reports the progress.
 *
 * @param onRows called with the number of orders received so far
 * @throws {Problem} if the server rejects the request or can't be reached, or the connection breaks
 */
export async function exportOrders(
  request: ExportRequest,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const answer = await fetch('/exports/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Problem('unreachable', 'The server can’t be reached.');
  });
  if (answer.status === 401) {
    await signedInAgain();
    return exportOrders(request, onRows, signal);
  }
  if (!answer.ok || !answer.body)
    throw new Problem(answer.status >= 502 ? 'unreachable' : 'failed', 'The export failed. Try again.');
  const counter = createRowCounter();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    onRows(counter.count(value));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the orders in a CSV stream: its lines without the header, ignoring line breaks within quotes. */
export function createRowCounter() {
  let lines = 0;
  let isQuoted = false;
  return {
    /** Counts the rows in the next chunk and returns the total so far. */
    count(bytes: Uint8Array): number {
      for (const byte of bytes) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_FEED && !isQuoted) lines += 1;
      }
      return Math.max(0, lines - 1);
    },
  };
}

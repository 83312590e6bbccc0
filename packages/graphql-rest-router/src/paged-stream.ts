import { Readable } from 'node:stream';

/** Milliseconds after which the response to a client that reads nothing is cut off. */
const STALL_MS = 60_000;

/** A page of an export. */
export type ExportPage = {
  readonly text: string | Buffer;
  /** Its rows. */
  readonly rows: number;
  /** The error that ends the export, where the text says so. */
  readonly error?: unknown;
};

/**
 * Notes the progress of an export: the rows that were sent so far. `end` is given once, when it has ended, with the error
 * that ended it; never where the client left before.
 */
export type ExportProgress = (rows: number, end?: { readonly error?: unknown }) => void;

/**
 * Streams an export page by page, as the client reads. An error cuts the response off, so that it does not look complete;
 * so does a client that reads nothing for a minute.
 */
export function pagedStream(pages: AsyncIterable<ExportPage>, note: ExportProgress, stallMs = STALL_MS): Readable {
  async function* texts(): AsyncGenerator<string | Buffer> {
    let rows = 0;
    let end: { error?: unknown } = {};
    try {
      for await (const page of pages) {
        if (page.text.length === 0) continue;
        const stalled = setTimeout(() => body.destroy(), stallMs);
        try {
          yield page.text;
        } finally {
          clearTimeout(stalled);
        }
        rows += page.rows;
        if (page.error !== undefined) end = { error: page.error };
        note(rows);
      }
      note(rows, end);
    } catch (error) {
      note(rows, { error });
      throw error;
    }
  }
  const body = Readable.from(texts(), { objectMode: false });
  return body;
}

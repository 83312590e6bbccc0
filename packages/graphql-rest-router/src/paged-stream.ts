import { Readable } from 'node:stream';

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
 * Streams an export page by page, as the client reads. An error cuts the response off, so that it does not look complete.
 */
export function pagedStream(pages: AsyncIterable<ExportPage>, note: ExportProgress): Readable {
  async function* texts(): AsyncGenerator<string | Buffer> {
    let rows = 0;
    let end: { error?: unknown } = {};
    try {
      for await (const page of pages) {
        if (page.text.length === 0) continue;
        yield page.text;
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
  return Readable.from(texts(), { objectMode: false });
}

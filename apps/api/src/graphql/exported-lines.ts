/** Milliseconds after which a client that reads nothing is disconnected. */
const STALL_MS = 60_000;

/** A page of an export: its lines, and how many they are. */
export type ExportedPage = { lines: Buffer; count: number };

/** The end of an export: complete without errors. */
export type Outcome = { errors: { extensions: object }[] };

/** How an export reads its pages, and what it says and does where that fails. */
export type Exporting = {
  /** Reads the orders with these ids. */
  read(ids: Int32Array): Promise<ExportedPage>;
  /** The error of a failed read for the client. */
  failed(error: unknown): { extensions: object };
  /** Notes how many orders were sent, and how it ended; undefined where the client left before. */
  noted(orders: number, outcome: Outcome | undefined): void;
  /** Disconnects a client that no longer reads. */
  disconnect(): void;
};

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/**
 * The lines of an export, page by page, as the client reads. The last one says that the export is complete, or why it is
 * not: `$` begins no name of GraphQL, so that no order has such a member.
 *
 * @param ids the orders
 * @param size orders of a page
 */
export async function* exportedLines(
  ids: Int32Array,
  size: number,
  { read, failed, disconnect, noted }: Exporting,
): AsyncGenerator<Buffer> {
  let orders = 0;
  let outcome: Outcome | undefined;
  try {
    for (let at = 0; at < ids.length; at += size) {
      const page = await read(ids.subarray(at, at + size));
      orders += page.count;
      if (page.count === 0) continue;
      const stalled = setTimeout(disconnect, STALL_MS);
      try {
        yield page.lines;
      } finally {
        clearTimeout(stalled);
      }
    }
    outcome = { errors: [] };
    yield line({ $complete: { orders, matched: ids.length } });
  } catch (error) {
    const shown = failed(error);
    outcome = { errors: [shown] };
    yield line({ $error: shown });
  } finally {
    noted(orders, outcome);
  }
}

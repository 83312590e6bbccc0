import type { ExportPage } from 'graphql-rest-router';

/** How an export reads its pages, and what it says where that fails. */
export type Exporting = {
  /** Reads the orders with these ids, one JSON object a line. */
  read(ids: Float64Array): Promise<ExportPage>;
  /** The error of a failed read for the client. */
  failed(error: unknown): object;
};

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/**
 * The pages of an export. The last line says that the export is complete, or why it is not: `$` begins no name of
 * GraphQL, so that no order has such a member.
 *
 * @param ids the orders
 * @param size orders of a page
 */
export async function* exportedPages(
  ids: Float64Array,
  size: number,
  { read, failed }: Exporting,
): AsyncGenerator<ExportPage> {
  let orders = 0;
  try {
    for (let at = 0; at < ids.length; at += size) {
      const page = await read(ids.subarray(at, at + size));
      orders += page.rows;
      yield page;
    }
    yield { text: line({ $complete: { orders, matched: ids.length } }), rows: 0 };
  } catch (thrown) {
    const error = failed(thrown);
    yield { text: line({ $error: error }), rows: 0, error };
  }
}

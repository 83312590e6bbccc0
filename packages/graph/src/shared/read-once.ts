/** Rows by id, read once, and only if one of them is requested. */
export function readOnce<Row extends { id: number }>(read: () => Promise<Row[]>): (id: number) => Promise<Row | null> {
  let rows: Promise<Map<number, Row>> | undefined;
  return async (id) => {
    rows ??= read().then((found) => new Map(found.map((row) => [row.id, row])));
    return (await rows).get(id) ?? null;
  };
}

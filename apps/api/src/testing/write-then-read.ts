import type { TestClient } from './client.ts';

/** Pairs of one order run one after the other, those of several orders at the same time. */
type Pairs = {
  /** Changes orders. */
  writer: TestClient;
  /** Lists them, with the validator of its last list, or searches for them. */
  reader: TestClient;
  orderIds: readonly number[];
  /** Of each order. */
  rounds: number;
};

/**
 * Changes orders, and lists each as soon as its change is answered.
 *
 * @returns how many lists showed an earlier state, or were "unchanged" after the change, and how many requests failed
 */
export async function writeThenRead({
  writer,
  reader,
  orderIds,
  rounds,
}: Pairs): Promise<{ stale: number; failed: number }> {
  const result = { stale: 0, failed: 0 };
  const pairsOf = async (id: number) => {
    let etag: string | undefined;
    for (let round = 0; round < rounds; round++) {
      const name = `Guest${round}of${id}`;
      const written = await writer.patch(`/v1/orders/${id}`, { body: { leader: { first_name: name } } });
      // By turns a list that the reader has read before, and a search.
      const headers = etag === undefined ? {} : { 'if-none-match': etag };
      const read = await (round % 2 === 0
        ? reader.get('/v1/orders', { headers })
        : reader.get('/v1/orders', { query: { filter: { search: name } } }));
      if (round % 2 === 0) etag = read.headers.etag;
      if (written.status !== 200 || (read.status !== 200 && read.status !== 304)) result.failed += 1;
      else if (read.status === 304 || !read.text.includes(`"${name}"`)) result.stale += 1;
    }
  };
  await Promise.all(orderIds.map(pairsOf));
  return result;
}

import { loadOrderFilters, toFilter } from '#features/orders/index.ts';
import type { Selection } from '../batch-acts.ts';

/** The orders in the URL of a new batch: `ids=1,2,3`, or `filter=` with the query string of a list of orders. */
export type Chosen =
  | { kind: 'ids'; ids: number[]; orders: Selection }
  | { kind: 'filter'; listQuery: string; orders: Selection }
  | { kind: 'none' };

/** Parses the query parameters; days of creation and of booking are interpreted in `timeZone`. */
export async function readChosen(ids: string | null, filter: string | null, timeZone: string): Promise<Chosen> {
  if (ids !== null) {
    const named = ids.split(',').filter((id) => /^[1-9]\d{0,15}$/.test(id));
    const known = [...new Set(named.map(Number))];
    return known.length > 0 ? { kind: 'ids', ids: known, orders: { ids: known } } : { kind: 'none' };
  }
  if (filter === null) return { kind: 'none' };
  const variables = toFilter(await loadOrderFilters(new URLSearchParams(filter)), timeZone);
  return { kind: 'filter', listQuery: filter, orders: { filter: variables } };
}

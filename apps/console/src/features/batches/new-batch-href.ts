/** More ids make an address that is too long for some programs on its way. */
export const MAX_IDS = 1_000;

/** Where a new batch begins for these orders (`MOST_IDS` at most), or for all that a list with this query string shows. */
export const newBatchHref = (chosen: { ids: Iterable<number> } | { listQuery: string }): string =>
  `/batches/new?${'ids' in chosen ? `ids=${[...chosen.ids].join(',')}` : `filter=${encodeURIComponent(chosen.listQuery)}`}`;

/** More ids make a URL that is too long for some proxies. */
export const MAX_IDS = 1_000;

/**
 * The path to plan a batch for these orders (at most `MAX_IDS`), or for all orders of a list with this query string.
 */
export const newBatchHref = (chosen: { ids: Iterable<number> } | { listQuery: string }): string =>
  `/batches/new?${'ids' in chosen ? `ids=${[...chosen.ids].join(',')}` : `filter=${encodeURIComponent(chosen.listQuery)}`}`;

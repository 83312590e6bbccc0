import type { DayRange } from '#lib/day-range.ts';
import type { OrderFilters } from './order-filters.ts';

/** The v1 request that returns the same orders, and the parts of the list that v1 does not support. */
export type V1Request = {
  /** Path and query in the format of the specification. */
  path: string;
  /** The parts that v1 does not support; the request returns more orders, or in a different order. */
  missing: string[];
};

/** Maximum page size of v1. */
const MAX = 100;

/** Builds the v1 request for the orders of a list. */
export function v1RequestOf(filters: OrderFilters): V1Request {
  const { q, search, status, today, activity, ordered, booked, product, supplier, client, city, tags, cityTags } =
    filters;
  const parts: [string, string | number][] = [];
  const each = (name: string, values: readonly string[]) => {
    for (const value of values) parts.push([`filter${name}[]`, value]);
  };
  const ids = (name: string, values: readonly number[]) => {
    if (values.length > 0) parts.push([`filter[${name}][ids]`, values.join('|')]);
  };
  const days = (name: string, range: DayRange | null) => {
    if (range?.from) parts.push([`filter[${name}][start]`, range.from]);
    if (range?.to) parts.push([`filter[${name}][end]`, range.to]);
  };
  if (today) parts.push(['filter[today_orders]', 'true']);
  ids('product', product);
  ids('supplier', supplier);
  ids('client', client);
  ids('city', city);
  each('[city][tags]', cityTags);
  days('order_date', ordered);
  days('book_date', booked);
  days('activity_date', activity);
  if (status.length > 0) parts.push(['filter[status]', status.join('|')]);
  if (search.trim()) parts.push(['filter[search]', search.trim()]);
  each('[tags]', tags);
  const perPage = Math.min(filters.perPage, MAX);
  if (perPage === filters.perPage && filters.page > 1) parts.push(['page', filters.page]);
  parts.push(['per_page', perPage]);
  return { path: `/v1/orders?${queryOf(parts)}`, missing: missingIn(filters, q.trim()) };
}

function missingIn({ sort, perPage }: OrderFilters, q: string): string[] {
  return [
    ...(q ? [`The quick search for “${q}”: v1 has a different search; use the filter “Contains” here instead.`] : []),
    ...(sort === '-created' ? [] : ['The sort: v1 always lists the newest orders first.']),
    ...(perPage > MAX
      ? [`Pages of ${perPage}: v1 returns at most ${MAX}; request the rest with page=2, page=3, …`]
      : []),
  ];
}

/** Names are not percent-encoded, so that brackets stay readable; a server accepts both forms. */
const queryOf = (parts: [string, string | number][]) =>
  parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

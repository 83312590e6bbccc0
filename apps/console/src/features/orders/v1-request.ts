import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { type DayRange, instantsOf } from '#lib/day-range.ts';
import { activityOf, type OrderFilters } from './order-filters.ts';

/** The v1 request that returns the same orders, and the parts of the list that v1 does not support. */
export type V1Request = {
  /** Path and query in the format of the specification. */
  path: string;
  /** The parts that v1 does not support; the request returns more orders, or in a different order. */
  missing: string[];
};

/** Maximum page size of v1. */
const MAX = 100;

/** Builds the v1 request for the orders of a list, whose days of creation and of booking are those of `timeZone`. */
export function v1RequestOf(i18n: I18n, filters: OrderFilters, timeZone: string): V1Request {
  const { q, search, status, today, ordered, booked, product, supplier, client, city, tags, cityTags } = filters;
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
  days('order_date', utcDays(ordered, timeZone));
  days('book_date', utcDays(booked, timeZone));
  days('activity_date', activityOf(filters, timeZone));
  if (status.length > 0) parts.push(['filter[status]', status.join('|')]);
  if (search.trim()) parts.push(['filter[search]', search.trim()]);
  each('[tags]', tags);
  const perPage = Math.min(filters.perPage, MAX);
  if (perPage === filters.perPage && filters.page > 1) parts.push(['page', filters.page]);
  parts.push(['per_page', perPage]);
  return { path: `/v1/orders?${queryOf(parts)}`, missing: missingIn(i18n, filters, q.trim(), timeZone) };
}

/** The days of UTC that cover some days of a time zone: v1 counts days of creation and of booking in UTC. */
function utcDays(range: DayRange | null, timeZone: string): DayRange | null {
  if (range === null) return null;
  const { since, until } = instantsOf(range, timeZone);
  const last = until === null ? null : new Date(Date.parse(until) - 1).toISOString();
  return { from: since?.slice(0, 10) ?? null, to: last?.slice(0, 10) ?? null };
}

/** Whether the days of UTC cover more time. */
function isWider(range: DayRange | null, timeZone: string): boolean {
  const covering = utcDays(range, timeZone);
  if (range === null || covering === null) return false;
  const [exact, wide] = [instantsOf(range, timeZone), instantsOf(covering, 'UTC')];
  return exact.since !== wide.since || exact.until !== wide.until;
}

function missingIn(i18n: I18n, filters: OrderFilters, q: string, timeZone: string): string[] {
  const { ordered, booked, sort, perPage } = filters;
  const people = [filters.driver, filters.guide, filters.contact, filters.issuer].some(({ length }) => length > 0);
  return [
    ...(people || filters.unassigned ? [t(i18n)`The filters by driver, guide, contact person and issuer.`] : []),
    ...(filters.clash ? [t(i18n)`The filter by clashes.`] : []),
    ...(q
      ? [t(i18n)`The quick search for “${q}”: v1 has a different search; use the filter “Contains” here instead.`]
      : []),
    ...([ordered, booked].some((range) => isWider(range, timeZone))
      ? [
          t(
            i18n,
          )`The days of ${timeZone}: v1 counts the days of creation and of booking in UTC, so it returns more orders.`,
        ]
      : []),
    ...(sort === '-created' ? [] : [t(i18n)`The sort: v1 always lists the newest orders first.`]),
    ...(perPage > MAX
      ? [t(i18n)`Pages of ${perPage}: v1 returns at most ${MAX}; request the rest with page=2, page=3, …`]
      : []),
  ];
}

/** Names are not percent-encoded, so that brackets stay readable; a server accepts both forms. */
const queryOf = (parts: [string, string | number][]) =>
  parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server';
import { type DayRange, instantsOf, parseDayRange, writeDayRange } from '#lib/day-range.ts';
import { addDays, dayIn } from '#lib/format.ts';
import type { InputOf } from '#lib/graphql.ts';
import { ORDER_STATUSES } from '#lib/order-status.ts';
import { parseAsFlag, parseAsId, parseAsPage, parseAsSetOf, parseAsText } from '#lib/url-parsers.ts';
import { DEFAULT_COLUMNS, ORDER_COLUMN_IDS, type OrderColumnId } from './order-column-ids.ts';

export const PAGE_SIZES = [50, 100, 250, 1_000] as const;

const SORT_KEYS = ['created', 'booked', 'starts', 'leader', 'product', 'status', 'total'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
/** A sort key; a leading minus sorts in descending order. */
export type Sort = SortKey | `-${SortKey}`;
const SORTS: Sort[] = SORT_KEYS.flatMap((key): Sort[] => [key, `-${key}`]);

const parseAsDayRange = createParser<DayRange>({
  parse: parseDayRange,
  serialize: writeDayRange,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});

const ids = () => parseAsSetOf(parseAsId).withDefault([]);
const texts = () => parseAsSetOf(parseAsText).withDefault([]);

/** The query parameters of the order list: its whole state. */
export const orderFilterParsers = {
  /** The console's search: beginnings of words. */
  q: parseAsText.withDefault(''),
  /** The search of v1: part of a tag value or of a passenger's name, or the id. */
  search: parseAsText.withDefault(''),
  status: parseAsSetOf(parseAsStringLiteral(ORDER_STATUSES)).withDefault([]),
  /** Takes place today in its local time. */
  today: parseAsFlag.withDefault(false),
  /** Days on which the orders take place, in local time. */
  activity: parseAsDayRange,
  /** Days on which the orders were created, in the organization's time zone. */
  ordered: parseAsDayRange,
  /** Days on which the orders were finalised, in the organization's time zone. */
  booked: parseAsDayRange,
  product: ids(),
  supplier: ids(),
  client: ids(),
  city: ids(),
  driver: ids(),
  guide: ids(),
  contact: ids(),
  issuer: ids(),
  /** Lacks a driver or a guide. */
  unassigned: parseAsFlag.withDefault(false),
  /** Has findings about its drivers or guide; of the coming week unless days are given. */
  clash: parseAsFlag.withDefault(false),
  /** Tags of the order, each a value or `key:value`; the order must have all of them. */
  tags: texts(),
  /** Tags of the order's city. */
  cityTags: texts(),
  sort: parseAsStringLiteral(SORTS).withDefault('-created'),
  columns: parseAsSetOf(parseAsStringLiteral(ORDER_COLUMN_IDS)).withDefault(DEFAULT_COLUMNS),
  page: parseAsPage.withDefault(1),
  perPage: parseAsNumberLiteral(PAGE_SIZES).withDefault(100),
};

export type OrderFilters = inferParserType<typeof orderFilterParsers>;

export type ChangeFilters = (changed: Partial<OrderFilters>) => void;

/** Parses the filters from a query string; invalid values count as absent. */
export const loadOrderFilters = createLoader(orderFilterParsers);

/** Appends the filters to a path: `/orders` + filters is the filtered list. */
export const withOrderFilters: (path: string, filters: Partial<OrderFilters>) => string =
  createSerializer(orderFilterParsers);

/** The query string that a saved view stores: everything but the page. */
export const viewQueryOf = (filters: OrderFilters): string => withOrderFilters('', { ...filters, page: 1 }).slice(1);

/** Whether the filters narrow the list. */
export const isNarrowed = (filters: OrderFilters): boolean => Object.keys(toFilter(filters, 'UTC')).length > 0;

export type FilterInput = InputOf<'OrderFilter'>;

/**
 * The days on which the orders take place. Clashes are found for some days only: by default for the coming week, so that
 * a saved view of them moves on with the days.
 */
export function activityOf({ clash, today, activity }: OrderFilters, timeZone: string): DayRange | null {
  if (activity || today || !clash) return activity;
  const from = dayIn(timeZone, new Date());
  return { from, to: addDays(from, 6) };
}

/** Converts the filters to the API's filter input; days of creation and of booking are interpreted in `timeZone`. */
export function toFilter(filters: OrderFilters, timeZone: string): FilterInput {
  const { status, today, ordered, booked, product, supplier, client, city, tags, cityTags } = filters;
  const { driver, guide, contact, issuer, unassigned, clash } = filters;
  const activity = activityOf(filters, timeZone);
  const q = filters.q.trim();
  const search = filters.search.trim();
  return {
    ...(q ? { quickSearch: q } : {}),
    ...(search ? { search } : {}),
    ...(status.length > 0 ? { status } : {}),
    ...(today ? { todayOrders: true } : {}),
    ...(activity ? { activityDate: { start: activity.from, end: activity.to } } : {}),
    ...(ordered ? { createdAt: instantsOf(ordered, timeZone) } : {}),
    ...(booked ? { bookedAt: instantsOf(booked, timeZone) } : {}),
    ...(product.length > 0 ? { product: { ids: product } } : {}),
    ...(supplier.length > 0 ? { supplier: { ids: supplier } } : {}),
    ...(client.length > 0 ? { client: { ids: client } } : {}),
    ...(city.length > 0 || cityTags.length > 0
      ? {
          city: {
            ...(city.length > 0 ? { ids: city } : {}),
            ...(cityTags.length > 0 ? { tags: matches(cityTags) } : {}),
          },
        }
      : {}),
    ...(driver.length > 0 ? { driver: { ids: driver } } : {}),
    ...(guide.length > 0 ? { tourGuide: { ids: guide } } : {}),
    ...(contact.length > 0 ? { contactPerson: { ids: contact } } : {}),
    ...(issuer.length > 0 ? { issuer: { ids: issuer } } : {}),
    ...(unassigned ? { isUnassigned: true } : {}),
    ...(clash ? { hasClash: true } : {}),
    ...(tags.length > 0 ? { tags: matches(tags) } : {}),
  };
}

const matches = (tags: string[]) => tags.map((text) => ({ text }));

/** Converts the sort to the API's sort input. */
export function toSort(sort: Sort): { by: SortKey; descending: boolean } {
  const by = SORT_KEYS.find((key) => sort === key || sort === `-${key}`) ?? 'created';
  return { by, descending: sort === `-${by}` };
}

/** The query variables of a page of the list. */
export function toVariables(filters: OrderFilters, timeZone: string) {
  const shows = (...columns: OrderColumnId[]) => columns.some((column) => filters.columns.includes(column));
  return {
    filter: toFilter(filters, timeZone),
    sort: toSort(filters.sort),
    page: filters.page,
    perPage: filters.perPage,
    withPeople: shows('issuer', 'contact', 'guide'),
    withTransfers: shows('pickup', 'dropoff'),
    withTags: shows('tags'),
    withSupplier: shows('supplier'),
  };
}

import type { VariablesOf } from 'gql.tada';
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsBoolean,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server';
import { type DayRange, parseDayRange, writeDayRange } from '#lib/day-range.ts';
import { parseAsSetOf, parseAsText } from '#lib/url-parsers.ts';
import { DEFAULT_COLUMNS, ORDER_COLUMN_IDS, type OrderColumnId } from './order-column-ids.ts';
import { ORDER_STATUSES } from './order-status.ts';
import type { OrdersQuery } from './orders-query.ts';

export const PAGE_SIZES = [50, 100, 250, 1_000] as const;

const SORT_KEYS = ['created', 'booked', 'starts', 'leader', 'product', 'status', 'total'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
/** A key; with a minus in front the greatest comes first. */
export type Sort = SortKey | `-${SortKey}`;
const SORTS: Sort[] = SORT_KEYS.flatMap((key): Sort[] => [key, `-${key}`]);

const parseAsDayRange = createParser<DayRange>({
  parse: parseDayRange,
  serialize: writeDayRange,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});

/** The pages of a list are counted from 1; a million of them and more is a slip. */
const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

const MAX_ID = 2 ** 31 - 1;
const parseAsId = createParser({
  parse: (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null),
  serialize: String,
});
const ids = () => parseAsSetOf(parseAsId).withDefault([]);
const texts = () => parseAsSetOf(parseAsText).withDefault([]);

/** What the address of the order list says, and all that there is to know of its state. */
export const orderFilterParsers = {
  /** Beginnings of words of the order: the search of the console. */
  q: parseAsText.withDefault(''),
  /** The search of v1: part of a tag's value or of a passenger's name, or the id. */
  search: parseAsText.withDefault(''),
  status: parseAsSetOf(parseAsStringLiteral(ORDER_STATUSES)).withDefault([]),
  /** Takes place today, at its place. */
  today: parseAsBoolean.withDefault(false),
  /** Days on which the orders take place, at their places. */
  activity: parseAsDayRange,
  /** Days on which they were made, in UTC. */
  ordered: parseAsDayRange,
  /** Days on which they were finalised, in UTC. */
  booked: parseAsDayRange,
  product: ids(),
  supplier: ids(),
  client: ids(),
  city: ids(),
  /** Tags of the order, each a value or `key:value`; it carries all of them. */
  tags: texts(),
  /** Tags of its city. */
  cityTags: texts(),
  sort: parseAsStringLiteral(SORTS).withDefault('-created'),
  columns: parseAsSetOf(parseAsStringLiteral(ORDER_COLUMN_IDS)).withDefault(DEFAULT_COLUMNS),
  page: parseAsPage.withDefault(1),
  perPage: parseAsNumberLiteral(PAGE_SIZES).withDefault(100),
};

export type OrderFilters = inferParserType<typeof orderFilterParsers>;

/** Reads the filters from the search of an address; what makes no sense there counts as absent. */
export const loadOrderFilters = createLoader(orderFilterParsers);

/** Writes the filters behind a path: `/orders` + filters = the list that shows them. */
export const withOrderFilters: (path: string, filters: Partial<OrderFilters>) => string =
  createSerializer(orderFilterParsers);

/** What a saved view keeps: everything but the page. */
export const viewQueryOf = (filters: OrderFilters): string => withOrderFilters('', { ...filters, page: 1 }).slice(1);

/** The members that narrow the list; sort, columns and pages do not. */
export const NO_FILTERS = {
  q: '',
  search: '',
  status: [],
  today: false,
  activity: null,
  ordered: null,
  booked: null,
  product: [],
  supplier: [],
  client: [],
  city: [],
  tags: [],
  cityTags: [],
} satisfies Partial<OrderFilters>;

/** Whether the filters narrow the list. */
export const isNarrowed = (filters: OrderFilters): boolean => Object.keys(toFilter(filters)).length > 0;

type Variables = VariablesOf<typeof OrdersQuery>;
export type FilterInput = NonNullable<Variables['filter']>;

/** The filters as the API takes them. */
export function toFilter(filters: OrderFilters): FilterInput {
  const { status, today, activity, ordered, booked, product, supplier, client, city, tags, cityTags } = filters;
  const q = filters.q.trim();
  const search = filters.search.trim();
  return {
    ...(q ? { quickSearch: q } : {}),
    ...(search ? { search } : {}),
    ...(status.length > 0 ? { status } : {}),
    ...(today ? { todayOrders: true } : {}),
    ...(activity ? { activityDate: daysOf(activity) } : {}),
    ...(ordered ? { orderDate: daysOf(ordered) } : {}),
    ...(booked ? { bookDate: daysOf(booked) } : {}),
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
    ...(tags.length > 0 ? { tags: matches(tags) } : {}),
  };
}

const daysOf = ({ from, to }: DayRange) => ({ start: from, end: to });
const matches = (tags: string[]) => tags.map((text) => ({ text }));

/** The order of the list as the API takes it. */
export function toSort(sort: Sort): { by: SortKey; descending: boolean } {
  const by = SORT_KEYS.find((key) => sort === key || sort === `-${key}`) ?? 'created';
  return { by, descending: sort === `-${by}` };
}

/** Everything that a page of the list is asked for with. */
export function toVariables(filters: OrderFilters): Variables {
  const shows = (...columns: OrderColumnId[]) => columns.some((column) => filters.columns.includes(column));
  return {
    filter: toFilter(filters),
    sort: toSort(filters.sort),
    page: filters.page,
    perPage: filters.perPage,
    withPeople: shows('issuer', 'contact', 'guide'),
    withTransfers: shows('pickup', 'dropoff'),
    withTags: shows('tags'),
    withSupplier: shows('supplier'),
  };
}

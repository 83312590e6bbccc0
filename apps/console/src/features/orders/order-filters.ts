import type { VariablesOf } from 'gql.tada';
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { isDay } from '#lib/format.ts';
import { ORDER_STATUSES } from './order-status.ts';
import type { OrdersQuery } from './orders-query.ts';

export const PAGE_SIZES = [25, 50, 100] as const;

const parseAsDay = createParser({ parse: (text) => (isDay(text) ? text : null), serialize: (day: string) => day });

/** The pages of a list are counted from 1; a million of them and more is a slip. */
const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** What the address of the order list says, and all that there is to know of its state. */
export const orderFilterParsers = {
  q: parseAsString.withDefault(''),
  status: parseAsArrayOf(parseAsStringLiteral(ORDER_STATUSES)).withDefault([]),
  /** First day on which the orders take place. */
  from: parseAsDay,
  /** Last day on which they take place. */
  to: parseAsDay,
  page: parseAsPage.withDefault(1),
  perPage: parseAsNumberLiteral(PAGE_SIZES).withDefault(25),
};

export type OrderFilters = inferParserType<typeof orderFilterParsers>;

/** Reads the filters from the search of an address; what makes no sense there counts as absent. */
export const loadOrderFilters = createLoader(orderFilterParsers);

/** Writes the filters behind a path: `/orders` + filters = the list that shows them. */
export const withOrderFilters: (path: string, filters: OrderFilters) => string = createSerializer(orderFilterParsers);

/** Whether the filters narrow the list; pages do not. */
export const isNarrowed = ({ q, status, from, to }: OrderFilters) =>
  q.trim() !== '' || status.length > 0 || from !== null || to !== null;

/** The filters as the API takes them. */
export function toVariables({ q, status, from, to, page, perPage }: OrderFilters): VariablesOf<typeof OrdersQuery> {
  const search = q.trim();
  return {
    filter: {
      ...(search ? { search } : {}),
      ...(status.length > 0 ? { status } : {}),
      ...(from || to ? { activityDate: { start: from, end: to } } : {}),
    },
    page,
    perPage,
  };
}

import { msg } from '@lingui/core/macro';
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server';
import type { InputOf } from '#lib/graphql.ts';
import { instantOf, isLocalMinute } from '#lib/local-minute.ts';
import { parseAsId, parseAsPage, parseAsSetOf, parseAsText } from '#lib/url-parsers.ts';
import { DELIVERY_CAUSES, DELIVERY_STATUSES } from './delivery-status.ts';

/** The hint shown when a search of events or deliveries matches nothing. */
export const SEARCH_HINT = msg`The search covers event ids, order numbers, reference codes, passenger names and tag values. Remove a filter or extend the time range.`;

export const PAGE_SIZES = [25, 50, 100] as const;

/** A local minute in the organization's time zone: `2026-11-20T15:30`. */
const parseAsMinute = createParser({
  parse: (text) => (isLocalMinute(text) ? text : null),
  serialize: (minute: string) => minute,
});

const shared = {
  q: parseAsText.withDefault(''),
  /** Id of an order. */
  order: parseAsId,
  /** Id of an endpoint. */
  endpoint: parseAsId,
  status: parseAsSetOf(parseAsStringLiteral(DELIVERY_STATUSES)).withDefault([]),
  from: parseAsMinute,
  /** The end of the range, exclusive. */
  to: parseAsMinute,
  page: parseAsPage.withDefault(1),
  perPage: parseAsNumberLiteral(PAGE_SIZES).withDefault(25),
};

/** The query parameters of the list of events. */
export const eventFilterParsers = shared;
/** The query parameters of a list of deliveries. */
export const deliveryFilterParsers = {
  ...shared,
  cause: parseAsSetOf(parseAsStringLiteral(DELIVERY_CAUSES)).withDefault([]),
};

export type EventFilters = inferParserType<typeof eventFilterParsers>;
export type DeliveryFilters = inferParserType<typeof deliveryFilterParsers>;

/** Parse the filters from a query string; invalid values count as absent. */
export const loadEventFilters = createLoader(eventFilterParsers);
export const loadDeliveryFilters = createLoader(deliveryFilterParsers);

/** Append the filters to a path as a query string. */
export const withEventFilters = createSerializer(eventFilterParsers);
export const withDeliveryFilters = createSerializer(deliveryFilterParsers);

/** Whether the filters narrow a list; pages do not. */
export const isNarrowed = ({ q, order, endpoint, status, from, to, ...more }: EventFilters | DeliveryFilters) =>
  q.trim() !== '' ||
  [order, endpoint, from, to].some((value) => value !== null) ||
  status.length > 0 ||
  ('cause' in more && more.cause.length > 0);

function sharedFilter({ q, order, endpoint, status, from, to }: EventFilters, timeZone: string) {
  const search = q.trim();
  return {
    ...(search ? { search } : {}),
    ...(order === null ? {} : { orderIds: [order] }),
    ...(endpoint === null ? {} : { endpointIds: [endpoint] }),
    ...(status.length > 0 ? { statuses: status } : {}),
    ...(from ? { since: instantOf(from, timeZone) } : {}),
    ...(to ? { until: instantOf(to, timeZone) } : {}),
  };
}

type Page<Filter extends string> = { filter: InputOf<Filter>; page: number; perPage: number };

/** Convert the filters to query variables; times are interpreted in `timeZone`. */
export const toEventVariables = (filters: EventFilters, timeZone: string): Page<'WebhookEventFilter'> => ({
  filter: sharedFilter(filters, timeZone),
  page: filters.page,
  perPage: filters.perPage,
});

export const toDeliveryVariables = (
  { cause, ...filters }: DeliveryFilters,
  timeZone: string,
): Page<'WebhookDeliveryFilter'> => ({
  filter: { ...sharedFilter(filters, timeZone), ...(cause.length > 0 ? { causes: cause } : {}) },
  page: filters.page,
  perPage: filters.perPage,
});

import { queryOptions } from '@tanstack/react-query';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { type OrderFilters, toFilter, toSort, withOrderFilters } from '../order-filters.ts';

const OrderIdsQuery = graphql(`
  query OrderIds($filter: OrderFilter, $sort: OrderSort, $page: Int!, $perPage: Int!) {
    orders(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
      id: databaseId
    }
  }
`);

/** The position of an order in a list. */
export type Place = {
  /** Counted from 1. */
  position: number;
  /** The previous and the next order, with links that keep the list. */
  previous: { id: number; href: string } | undefined;
  next: { id: number; href: string } | undefined;
};

/**
 * The neighbours of an order in the list that it was opened from. Null if the list's page does not (or no longer)
 * contain the order.
 */
export const placeQuery = (orderId: number, filters: OrderFilters, timeZone: string, by: Send = send) =>
  queryOptions({
    queryKey: ['order-place', orderId, filters, timeZone],
    queryFn: ({ signal }) => placeOf(orderId, filters, timeZone, by, signal),
    meta: { live: ['orders'] },
  });

async function placeOf(
  orderId: number,
  filters: OrderFilters,
  timeZone: string,
  by: Send,
  signal: AbortSignal,
): Promise<Place | null> {
  const read = async (page: number) => {
    const variables = {
      filter: toFilter(filters, timeZone),
      sort: toSort(filters.sort),
      page,
      perPage: filters.perPage,
    };
    return (await by(OrderIdsQuery, variables, signal)).orders.map(({ id }) => id);
  };
  const { page, perPage } = filters;
  const ids = await read(page);
  const index = ids.indexOf(orderId);
  if (index < 0) return null;
  const isLast = index === ids.length - 1;
  const before =
    index > 0
      ? { id: ids[index - 1], page }
      : { id: page > 1 ? (await read(page - 1)).at(-1) : undefined, page: page - 1 };
  const behind = !isLast
    ? { id: ids[index + 1], page }
    : { id: ids.length === perPage ? (await read(page + 1))[0] : undefined, page: page + 1 };
  const neighbour = (one: { id: number | undefined; page: number }) =>
    one.id === undefined
      ? undefined
      : { id: one.id, href: withOrderFilters(`/orders/${one.id}`, { ...filters, page: one.page }) };
  return { position: (page - 1) * perPage + index + 1, previous: neighbour(before), next: neighbour(behind) };
}

import { bracketed } from '@channel/client';
import type { Route } from 'graphql-rest-router';
import { routesOf } from '../../src/http/v1.ts';
import type { TestServer } from '../../src/testing/index.ts';
import { type Scene, TODAY } from './scene.ts';

type Query = Record<string, unknown>;

/** A GET of v1: its operation, its path, and the query that it is sent with. */
export type Read = { operation: string; path: string; query: Query; route: Route };

/** The path with its query. */
export const urlOf = ({ path, query }: Read): string => {
  const text = bracketed(query);
  return text === '' ? path : `${path}?${text}`;
};

/** The variables of the operation. */
export function variablesOf({ path, query, route }: Read): Readonly<Record<string, unknown>> {
  const values = path.split('/').map(decodeURIComponent);
  const params = route.path.split('/').flatMap((part, at) => (part[0] === ':' ? [[part.slice(1), values[at]]] : []));
  return route.read(Object.fromEntries(params), () => query);
}

/** The rows of v1 that are read and have an ETag. */
export const readRoutes = ({ settings }: Pick<TestServer, 'settings'>): Route[] =>
  routesOf({ settings }).filter(({ etag }) => etag);

const WEEKS = { start: '2026-05-01', end: '2026-06-30' };
const week = { start_date: TODAY, end_date: '2026-06-14' };

/** Queries of each operation; the first is the plain one. */
function queriesOf({ offer, amsterdam, supplier, agency, category }: Scene): Record<string, Query[]> {
  const named = (filter: Query): Query => ({ filter });
  const tags = ['a cityId'];
  const text = { query: 'a' };
  const pages = { page: 2, per_page: 2 };
  const products = [
    named({ title: offer.product.title }),
    named({ back_office: false }),
    named({ city: { ids: String(amsterdam.id) } }),
    named({ city: { tags } }),
    named({ tags: ['a productId'] }),
    pages,
  ];
  return {
    ListCategories: [text],
    ListCountries: [text],
    ListDestinations: [text],
    ListLabels: [text],
    ListCities: [
      named({ name: 'Amsterdam|Mokum' }),
      named({ country_id: String(amsterdam.countryId) }),
      named({ id: String(amsterdam.id) }),
      { page: 1, per_page: 1 },
    ],
    ListOrders: [
      named({ today_orders: true }),
      named({ product: { ids: String(offer.product.id) } }),
      named({ supplier: { ids: String(supplier.id) } }),
      named({ client: { ids: String(agency.id) } }),
      named({ city: { ids: String(amsterdam.id) } }),
      named({ city: { tags } }),
      named({ order_date: WEEKS }),
      named({ book_date: WEEKS }),
      named({ activity_date: WEEKS }),
      named({ include: 'pickup.driver|dropoff.driver' }),
      named({ status: 'Booked|Cancelled' }),
      named({ search: 'Last' }),
      named({ tags: ['a orderId'] }),
      pages,
    ],
    SearchProducts: [
      ...products,
      named({ labels: 'outdoors' }),
      named({ categories: { ids: String(category.id) } }),
      named({ product_ids: String(offer.product.id) }),
      named(week),
      named({ ...week, number_of_books: 2 }),
    ],
    ListProducts: [
      ...products,
      named({ id: String(offer.product.id) }),
      named({ country: 'NL' }),
      named({ category: { ids: String(category.id) } }),
      named({ label: 'outdoors' }),
      named({ supplier: { ids: String(supplier.id) } }),
      { sort: '-title' },
    ],
    ListRatesByDate: [
      named(week),
      named({ number_of_books: 2 }),
      named({ rates: [offer.rate.title] }),
      named({ service_level: { ids: String(offer.level.id) } }),
    ],
    ListAvailableDates: [named(week), named({ service_level_id: offer.level.id })],
  };
}

/** The paths of a route for a role: one for each of some rows. */
function pathsOf({ path }: Route, role: number, { offers, away, order }: Scene): string[] {
  const of = (name: string): (string | number)[] => {
    if (name === 'role') return [role];
    if (name === 'order') return [order.id, 'a%20orderId'];
    const sold = path.includes('pickups') ? offers.slice(0, 1) : [...offers, away];
    return sold.map(({ product, level }) => (name === 'product' ? product.id : level.id));
  };
  let paths = [path];
  for (const [param = '', name = ''] of path.matchAll(/:(\w+)/g))
    paths = paths.flatMap((each) => of(name).map((value) => each.replace(param, String(value))));
  return paths;
}

/**
 * Every GET of v1 but exports, with each member of its query.
 *
 * @param role the role that sells
 */
export function readsOf(server: Pick<TestServer, 'settings'>, scene: Scene, role: number): Read[] {
  const queries = queriesOf(scene);
  return readRoutes(server).flatMap((route) => {
    const { name } = route.operation;
    const paths = pathsOf(route, role, scene);
    const plain = paths.map((path) => ({ operation: name, path, query: {}, route }));
    const [path = ''] = paths;
    return [...plain, ...(queries[name] ?? []).map((query) => ({ operation: name, path, query, route }))];
  });
}

/** The parameters of the queries by operation, such as `filter[city][ids]`. */
export function parametersSent(reads: readonly Read[]): Set<string> {
  const sent = reads.flatMap(({ operation, query }) =>
    [...new URLSearchParams(bracketed(query)).keys()].map((key) => `${operation} ${key.replace(/\[\d*\]$/, '')}`),
  );
  return new Set(sent);
}

import { always, type Expected, type Named, nest, POS, pos, SELLS, type Slot, type Value } from './slot.ts';

/** Filters and searches: foreign objects match nothing. */
function filters(
  route: string,
  members: Record<string, Value>,
  expected: Slot['expected'] = always('empty'),
  path: (own: Named) => string = () => route.slice(4),
): Slot[] {
  return Object.entries(members).map(([member, value]) => ({
    route,
    member,
    ask: (own, named) => ({ path: path(own), body: nest(member, value(named)) }),
    expected,
  }));
}

const ofOrders: Record<string, Value> = {
  'filter.product.ids': ({ product }) => String(product),
  'filter.supplier.ids': ({ supplier }) => String(supplier),
  'filter.client.ids': ({ client }) => String(client),
  'filter.city.ids': ({ city }) => String(city),
  'filter.city.tags': ({ cityTag }) => [cityTag],
  'filter.search': ({ passenger }) => passenger,
  'filter.tags': ({ orderTag }) => [orderTag],
};

/** An expected answer for sellers; other callers, who have no products, find nothing at all. */
const sellers =
  (expected: Expected): Slot['expected'] =>
  (kind) =>
    SELLS.includes(kind) || kind === 'staff' ? expected : 404;

const PRODUCT = `${POS}/products/{product}`;

/** Filters and searches. */
export const reads: Slot[] = [
  ...filters('GET /v1/categories', { query: ({ categoryTitle }) => categoryTitle }),
  ...filters('GET /v1/cities', {
    'filter.name': ({ cityName }) => cityName,
    'filter.country_id': ({ country }) => country,
    'filter.id': ({ city }) => String(city),
  }),
  ...filters('GET /v1/countries', { query: ({ countryName }) => countryName }),
  ...filters('GET /v1/labels', { query: ({ label }) => label }),
  ...filters('GET /v1/orders', ofOrders),
  ...filters('GET /v1/orders/export', ofOrders),
  ...['GET /v1/orders', 'GET /v1/orders/export'].flatMap((route) => [
    // The digits may be in a tag of another order; the named order itself would show its canaries.
    ...filters(route, { 'filter.search': ({ order }) => String(order) }, always('unchanged')),
    ...filters(route, { 'filter.search': ({ orderTag }) => orderTag.split(':')[1] }),
  ]),
  ...filters(
    `GET ${POS}/products`,
    {
      'filter.title': ({ title }) => title,
      'filter.labels': ({ label }) => label,
      'filter.city.ids': ({ city }) => String(city),
      'filter.city.tags': ({ cityTag }) => [cityTag],
      'filter.categories.ids': ({ category }) => String(category),
      'filter.product_ids': ({ product }) => String(product),
      'filter.tags': ({ productTag }) => [productTag],
    },
    always('empty'),
    (own) => `${pos(own)}/products`,
  ),
  ...filters(
    `GET ${PRODUCT}/rates/dates`,
    { 'filter.rates': ({ rate }) => [String(rate)], 'filter.service_level.ids': ({ level }) => String(level) },
    sellers('empty'),
    (own) => `${pos(own)}/products/${own.product}/rates/dates`,
  ),
  ...filters(
    `GET ${PRODUCT}/rates/dates-availability`,
    { 'filter.service_level_id': ({ level }) => level },
    sellers('empty'),
    (own) => `${pos(own)}/products/${own.product}/rates/dates-availability`,
  ),
  ...filters('GET /v1/pos/products', {
    'filter.id': ({ product }) => String(product),
    'filter.title': ({ title }) => title,
    'filter.city.ids': ({ city }) => String(city),
    'filter.city.tags': ({ cityTag }) => [cityTag],
    'filter.country': ({ country }) => String(country),
    'filter.category.ids': ({ category }) => String(category),
    'filter.label': ({ label }) => label,
    'filter.supplier.ids': ({ supplier }) => String(supplier),
    'filter.tags': ({ productTag }) => [productTag],
  }),
];

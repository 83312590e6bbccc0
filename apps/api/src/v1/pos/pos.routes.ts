import { MAX_TEXTS } from '@channel/graph';
import { bare, data, page, type Route, route, wire } from 'graphql-rest-router';
import { z } from 'zod';
import type { V1 } from '../dependencies.ts';
import { countryList, idList, paging, rolePath, tagMatches, textList } from '../inputs.ts';
import { sortOrder } from './sort.ts';

const { loose } = wire;
const tags = ['Point of sale'];
const role = z.object({ role: rolePath() });
const product = role.extend({ product: wire.pathId().describe('Id of the product.') });

const searchFilter = z
  .object({
    title: wire.optional(textList()),
    back_office: wire.optional(loose.bool()),
    labels: wire.optional(textList()),
    city: wire.optional(z.object({ ids: wire.optional(idList()), tags: wire.optional(tagMatches()) })),
    categories: wire.optional(z.object({ ids: wire.optional(idList()) })),
    product_ids: wire.optional(idList()),
    start_date: wire.optional(wire.date()),
    end_date: wire.optional(wire.date()),
    number_of_books: wire.optional(loose.int({ min: 1 })),
    tags: wire.optional(tagMatches()),
  })
  .meta({ title: 'ProductSearchFilter' });

const productFilter = z
  .object({
    id: wire.optional(idList()),
    title: wire.optional(textList()),
    city: wire.optional(z.object({ ids: wire.optional(idList()), tags: wire.optional(tagMatches()) })),
    country: wire.optional(countryList()),
    category: wire.optional(z.object({ ids: wire.optional(idList()) })),
    back_office: wire.optional(loose.bool()),
    label: wire.optional(textList()),
    supplier: wire.optional(z.object({ ids: wire.optional(idList()) })),
    tags: wire.optional(tagMatches()),
  })
  .meta({ title: 'ProductFilter' });

const ratesFilter = z
  .object({
    number_of_books: wire.optional(loose.int({ min: 1 })),
    rates: wire.optional(wire.list(wire.text({ min: 1, max: 500 }), { max: MAX_TEXTS })),
    service_level: wire.optional(z.object({ ids: wire.optional(idList()) })),
    start_date: wire.optional(wire.date()),
    end_date: wire.optional(wire.date()),
  })
  .meta({ title: 'RatesFilter' });

const datesFilter = z
  .object({
    start_date: wire.optional(wire.date()),
    end_date: wire.optional(wire.date()),
    service_level_id: wire.optional(loose.id()),
  })
  .meta({ title: 'DatesFilter' });

/** The endpoints that read the products that a role sells. */
export const posRoutes = ({ operation, settings }: V1): Route[] => [
  route({
    method: 'GET',
    path: '/v1/pos/roles/:role/products',
    operation: operation('SearchProducts'),
    params: role,
    input: z.object({ ...paging({ standard: settings.pageSize, max: 50 }), filter: wire.optional(searchFilter) }),
    answer: page(),
    summary: 'Search products',
    description:
      'The products that a role offers, by title, in pages. Filters of several values take them joined by the vertical bar.',
    openFacts: [
      'pos-role',
      'names',
      'starting-from',
      'page-defaults',
      'past-the-end',
      'string-tags',
      'default-order',
      'additional-services',
    ],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/pos/roles/:role/products/:product',
    operation: operation('GetProduct'),
    params: product,
    answer: data(),
    summary: 'Show a product',
    description: 'A product that a role sells, with its service levels.',
    openFacts: ['pos-role', 'enum-values', 'units', 'additional-services', 'city-country'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/pos/roles/:role/products/:product/rates/dates',
    operation: operation('ListRatesByDate'),
    params: product,
    input: z.object({ filter: wire.optional(ratesFilter) }),
    variables: (input, path) => ({ role: path.role, productId: path.product, filter: input.filter }),
    answer: data(),
    summary: 'List rates by date',
    description:
      'The rates of a product indexed by date, with their availabilities; three months from today unless the filter says otherwise. Sold-out departures stay, with `remaining` 0.',
    openFacts: ['pos-role', 'rates', 'rate-choice', 'times', 'enum-values'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/pos/roles/:role/products/:product/rates/dates-availability',
    operation: operation('ListAvailableDates'),
    params: product,
    input: z.object({ filter: wire.optional(datesFilter) }),
    variables: (input, path) => ({ role: path.role, productId: path.product, filter: input.filter }),
    answer: bare('data'),
    summary: 'List available dates',
    description:
      'The dates on which a product is available, as a bare array; three months from today unless the filter says otherwise.',
    openFacts: ['pos-role', 'rates'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/pos/roles/:role/service_levels/:service_level/pickups',
    operation: operation('GetPickupOptions'),
    params: role.extend({ service_level: wire.pathId().describe('Id of the service level.') }),
    variables: (_input, path) => ({ role: path.role, serviceLevelId: path.service_level }),
    answer: data(),
    summary: 'Show pickup options',
    description:
      'How the guests of a service level can be picked up. `places[].id` is what an order names as the point of its pickup.',
    openFacts: ['pos-role', 'units', 'enum-values', 'update-point'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/pos/products',
    operation: operation('ListProducts'),
    input: z.object({
      ...paging({ standard: settings.pageSize, max: settings.posProductsMaxPerPage }),
      filter: wire.optional(productFilter),
      sort: wire.optional(sortOrder(settings.strictSort)),
    }),
    answer: page(),
    summary: 'List products',
    description:
      'The products that you can access through any of your roles, in pages, including those that are not offered.',
    openFacts: ['page-defaults', 'pos-products-meta', 'names', 'string-tags', 'default-order'],
    tags,
  }),
];

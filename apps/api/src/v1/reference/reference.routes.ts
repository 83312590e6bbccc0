import { data, type Route, route, wire } from 'graphql-rest-router';
import { z } from 'zod';
import type { V1 } from '../dependencies.ts';
import { idList, paging, query, textList } from '../inputs.ts';

const tags = ['Reference data'];
const search = z.object({ query: query() });

/** The endpoints of reference data: places, categories, labels. */
export const referenceRoutes = ({ operation, settings }: V1): Route[] => [
  route({
    method: 'GET',
    path: '/v1/categories',
    operation: operation('ListCategories'),
    input: search,
    answer: data(),
    summary: 'List categories',
    description:
      'The categories of the products that you see. `query` is the beginning of a title, in any letter case.',
    openFacts: ['labels-categories', 'default-order'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/cities',
    operation: operation('ListCities'),
    input: z.object({
      ...paging({ standard: settings.pageSize, max: 20 }),
      filter: wire.optional(
        z
          .object({
            name: wire.optional(textList()),
            country_id: wire.optional(idList()),
            id: wire.optional(idList()),
          })
          .meta({ title: 'CityFilter' }),
      ),
    }),
    answer: data(),
    summary: 'List cities',
    description:
      'The cities that you have access to, in pages. Filters take several values joined by the vertical bar.',
    openFacts: ['cities-page', 'cities-filter', 'names', 'page-defaults', 'default-order'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/countries',
    operation: operation('ListCountries'),
    input: search,
    answer: data(),
    summary: 'List countries',
    description:
      'The countries of the cities that you see. `query` is the beginning of a name, in any letter case. Ids are null here.',
    openFacts: ['default-order'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/destinations',
    operation: operation('ListDestinations'),
    input: search,
    answer: data(),
    public: true,
    summary: 'Search destinations',
    description:
      'Cities and countries where products are offered. `query` is a part of the name of a city, a country or an experience, in any letter case; an experience yields its city and country.',
    openFacts: ['destinations'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/labels',
    operation: operation('ListLabels'),
    input: search,
    answer: data(),
    summary: 'List labels',
    description: 'The labels of the products that you see. `query` is a part of a label, in any letter case.',
    openFacts: ['labels-categories'],
    tags,
  }),
];

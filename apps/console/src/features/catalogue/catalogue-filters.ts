import { createLoader, createSerializer, type inferParserType, parseAsStringLiteral } from 'nuqs/server';
import type { InputOf } from '#lib/graphql.ts';
import { parseAsId, parseAsMonth, parseAsPage, parseAsText } from '#lib/url-parsers.ts';

export const OFFERED = ['yes', 'no'] as const;

/** The query parameters of the catalogue's URL. */
export const catalogueFilterParsers = {
  q: parseAsText.withDefault(''),
  city: parseAsId,
  category: parseAsId,
  supplier: parseAsId,
  /** Whether the product is offered. */
  offered: parseAsStringLiteral(OFFERED),
  /** The value of a tag, or `key:value`. */
  tag: parseAsText,
  page: parseAsPage.withDefault(1),
};

/** The query parameters of a product's page. */
export const productParsers = {
  /** Id of the service level whose calendar is shown; defaults to the first one. */
  level: parseAsId,
  /** The month of the calendar; defaults to the current month. */
  month: parseAsMonth,
};

export type CatalogueFilters = inferParserType<typeof catalogueFilterParsers>;

export const loadCatalogueFilters = createLoader(catalogueFilterParsers);

/** Appends the filters to a path as a query string. */
export const withCatalogueFilters: (path: string, filters: Partial<CatalogueFilters>) => string =
  createSerializer(catalogueFilterParsers);

export const isNarrowed = ({ page: _page, q, ...others }: CatalogueFilters) =>
  q.trim() !== '' || Object.values(others).some((value) => value !== null);

const listOf = <Value>(value: Value | null) => (value === null ? null : [value]);

/** Converts the filters to query variables. */
export const toVariables = (filters: CatalogueFilters): { filter: InputOf<'CatalogueFilter'>; page: number } => ({
  filter: {
    search: filters.q.trim() || null,
    cityIds: listOf(filters.city),
    categoryIds: listOf(filters.category),
    supplierIds: listOf(filters.supplier),
    isPublished: filters.offered === null ? null : filters.offered === 'yes',
    tags: filters.tag === null ? null : [{ text: filters.tag }],
  },
  page: filters.page,
});

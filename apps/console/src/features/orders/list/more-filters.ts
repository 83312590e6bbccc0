import type { OrderFilters } from '../order-filters.ts';

/** How many filters beside search, status and day narrow the list: those of the panel. */
export const moreFiltersIn = (filters: OrderFilters): number =>
  [
    filters.search.trim() !== '',
    filters.today,
    filters.ordered !== null,
    filters.booked !== null,
    filters.product.length > 0,
    filters.supplier.length > 0,
    filters.client.length > 0,
    filters.city.length > 0,
    filters.tags.length > 0,
    filters.cityTags.length > 0,
  ].filter(Boolean).length;

import type { OrderFilters } from '../order-filters.ts';

/** The number of active filters in the filter panel, that is, other than quick search, status and activity day. */
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
    filters.driver.length > 0,
    filters.guide.length > 0,
    filters.contact.length > 0,
    filters.issuer.length > 0,
    filters.unassigned,
    filters.clash,
    filters.tags.length > 0,
    filters.cityTags.length > 0,
  ].filter(Boolean).length;

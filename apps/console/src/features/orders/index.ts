export { loadOrderFilters, toFilter } from './order-filters.ts';

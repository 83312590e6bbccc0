export { loadOrderFilters, toVariables } from './order-filters.ts';

import type { Facts, Workload, WorkloadRequest } from './workload.ts';

const STATUSES = ['Booked', 'Cancelled'];
/** The number of different requests of a workload. */
const VARIETY = 200;

const varied = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: VARIETY }, (_nothing, index) => make(index));

function pick<T>(from: readonly T[], index: number): T {
  const found = from[index % from.length];
  if (found === undefined) throw new Error('the data set is too small for this workload');
  return found;
}

const daysAhead = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);

type ListFilter = { status?: string[]; city?: { ids: number[] }; search?: string };

/** A page of the list of orders. */
function ordersPage(token: string, filter: ListFilter, page: number, perPage: number): WorkloadRequest {
  const query = new URLSearchParams();
  if (filter.status) query.set('filter[status]', filter.status.join('|'));
  if (filter.city) query.set('filter[city][ids]', filter.city.ids.join('|'));
  if (filter.search) query.set('filter[search]', filter.search);
  query.set('page', String(page));
  query.set('per_page', String(perPage));
  return {
    method: 'GET',
    path: `/v1/orders?${query}`,
    token,
    operation: 'ListOrders',
    variables: { filter, page, perPage, withPickup: false, withDropoff: false },
  };
}

/** Two of sixteen cities, a different pair each time. */
const citiesOf = ({ cityIds }: Facts, index: number) => [
  ...new Set([pick(cityIds, index), pick(cityIds, index * 3 + Math.floor(index / cityIds.length) + 1)]),
];

/** Reads that every target answers in full. */
function fullReads(facts: Facts): Workload[] {
  const { staff, partner, partnerRole } = facts;
  const role = String(partnerRole);
  const filtered = varied((index) =>
    ordersPage(partner, { status: STATUSES, city: { ids: citiesOf(facts, index) } }, 1, 100),
  );
  /** The same from clients that accept a content coding; the baseline compresses nothing. */
  const compressed = (acceptEncoding: string): Workload => ({
    name: `orders list of 100, ${acceptEncoding}`,
    requests: filtered.map((request) => ({ ...request, acceptEncoding })),
  });
  return [
    { name: 'orders list of 100, filtered', requests: filtered },
    compressed('zstd'),
    compressed('gzip'),
    {
      name: 'one order',
      requests: varied((index) => {
        const reference = String(pick(facts.orderIds, index));
        const path = `/v1/orders/${reference}`;
        return { method: 'GET', path, token: partner, operation: 'GetOrder', variables: { reference } };
      }),
    },
    {
      name: 'product search, 50 of a page',
      requests: varied((index) => {
        const page = 1 + (index % Math.max(1, Math.floor(facts.productIds.length / 50)));
        const path = `/v1/pos/roles/${role}/products?per_page=50&page=${page}`;
        const variables = { role, page, perPage: 50 };
        return { method: 'GET', path, token: partner, operation: 'SearchProducts', variables };
      }),
    },
    {
      name: 'product search by date',
      requests: varied((index) => {
        const filter = { startDate: daysAhead(1 + index), endDate: daysAhead(7 + index) };
        const query = new URLSearchParams({
          'filter[start_date]': filter.startDate,
          'filter[end_date]': filter.endDate,
          per_page: '15',
        });
        const path = `/v1/pos/roles/${role}/products?${query}`;
        const variables = { role, filter, page: 1, perPage: 15 };
        return { method: 'GET', path, token: partner, operation: 'SearchProducts', variables };
      }),
    },
    {
      name: 'product detail',
      requests: varied((index) => {
        const product = pick(facts.productIds, index);
        const path = `/v1/pos/roles/${role}/products/${product}`;
        return { method: 'GET', path, token: partner, operation: 'GetProduct', variables: { role, product } };
      }),
    },
    {
      name: 'rates by date, three months',
      requests: varied((index) => {
        const productId = pick(facts.productIds, index);
        const path = `/v1/pos/roles/${role}/products/${productId}/rates/dates`;
        return { method: 'GET', path, token: partner, operation: 'ListRatesByDate', variables: { role, productId } };
      }),
    },
    { name: 'orders, page 1', connections: 1, requests: [ordersPage(staff, {}, 1, 15)] },
    { name: 'orders, page 1,000', connections: 1, requests: [ordersPage(staff, {}, 1_000, 15)] },
    {
      name: 'orders by name of a passenger',
      connections: 1,
      requests: varied((index) => ordersPage(partner, { search: pick(facts.names, index) }, 1, 15)),
    },
  ];
}

/** So few that the warm-up sends each of them often enough. */
const REPEATED = 20;

/** The same few requests of a workload, which caches may answer. */
function repeated(name: string, full: string, workloads: readonly Workload[]): Workload {
  const requests = workloads.find((workload) => workload.name === full)?.requests;
  if (!requests) throw new Error(`there is no workload "${full}"`);
  return { name, requests: requests.slice(0, REPEATED).map((request) => ({ ...request, mayBeCached: true })) };
}

/** The same, of a client that has their last answers. */
function unchanged(name: string, full: string, workloads: readonly Workload[]): Workload {
  const { requests } = repeated(name, full, workloads);
  return { name, requests: requests.map((request) => ({ ...request, ifNoneMatch: true })) };
}

/** The read workloads. */
export function reads(facts: Facts): Workload[] {
  const full = fullReads(facts);
  return [
    ...full,
    unchanged('unchanged orders list of 100', 'orders list of 100, filtered', full),
    unchanged('unchanged product detail', 'product detail', full),
    repeated('repeated order', 'one order', full),
    repeated('repeated product detail', 'product detail', full),
    repeated('repeated product search', 'product search, 50 of a page', full),
  ];
}

import { install } from '../../extra-packages.ts';
import { startServer } from '../../processes.ts';
import type { WorkloadRequest } from '../../workloads/workload.ts';
import type { Target } from '../target.ts';
import { ORDER, ORDERS, PRODUCT } from './documents.ts';

type Listed = {
  filter: { status?: string[]; city?: { ids: number[] }; search?: string };
  page: number;
  perPage: number;
};

/** The document for a v1 operation, with its variables; undefined where the tables alone cannot answer it. */
function requested({ operation, variables }: WorkloadRequest): { query: string; variables: object } | undefined {
  if (operation === 'GetOrder') return { query: ORDER, variables: { ids: [Number(variables.reference)] } };
  if (operation === 'GetProduct') return { query: PRODUCT, variables: { id: variables.product } };
  if (operation !== 'ListOrders') return undefined;
  const { filter, page, perPage } = variables as Listed;
  const { status: statuses, city, search } = filter;
  const offset = (page - 1) * perPage;
  return { query: ORDERS, variables: { statuses, cities: city?.ids, search, first: perPage, offset } };
}

/** PostGraphile 5 over the same tables: about the same data, in its own format and without translations. */
export const postgraphile: Target = {
  letter: 'f',
  name: 'PostGraphile 5',
  start: async (env) => {
    await install('postgraphile', { postgraphile: '5.1.5' });
    return startServer('apps/bench/src/targets/postgraphile/server.ts', env);
  },
  can: ({ writes, requests }) => writes === undefined && requests.every((request) => requested(request) !== undefined),
  request: (request) => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization: `Bearer ${request.token}` },
    body: JSON.stringify(requested(request)),
  }),
  comparable: (body) => {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    if (errors) throw new Error(`PostGraphile answers ${body.slice(0, 1_000)}`);
    return undefined;
  },
};

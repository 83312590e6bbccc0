import { install } from '../../extra-packages.ts';
import { startServer } from '../../processes.ts';
import type { Ask } from '../../workloads/workload.ts';
import type { Target } from '../target.ts';
import { ORDER, ORDERS, PRODUCT } from './documents.ts';

type Listed = {
  filter: { status?: string[]; city?: { ids: number[] }; search?: string };
  page: number;
  perPage: number;
};

/** The document for a v1 operation, with its variables; undefined where the tables alone cannot answer it. */
function requested({ operation, variables }: Ask): { query: string; variables: object } | undefined {
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
  can: ({ writes, asks }) => writes === undefined && asks.every((ask) => requested(ask) !== undefined),
  request: (ask) => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization: `Bearer ${ask.token}` },
    body: JSON.stringify(requested(ask)),
  }),
  comparable: (body) => {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    if (errors) throw new Error(`PostGraphile answers ${body.slice(0, 1_000)}`);
    return undefined;
  },
};

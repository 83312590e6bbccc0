import { install } from '../../extra-packages.ts';
import { startServer } from '../../processes.ts';
import type { WorkloadRequest } from '../../workloads/workload.ts';
import type { Target } from '../target.ts';

/** The root field that SOFA publishes for a v1 operation. */
const PATHS: Readonly<Record<string, string>> = {
  ListOrders: 'orders',
  GetOrder: 'order',
  SearchProducts: 'pos-products',
  ListRatesByDate: 'rates-by-date',
};

function pathOf({ operation, variables }: WorkloadRequest): string {
  // An argument named `id` is part of the path.
  if (operation === 'GetProduct') return `/api/pos-product/${variables.product}?role=${variables.role}`;
  const given = Object.entries(variables).filter(([name]) => !name.startsWith('with'));
  const texts = given.map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return `/api/${PATHS[operation]}?${new URLSearchParams(texts)}`;
}

/**
 * SOFA over this repository's schema. It supports neither aliases nor documents: its answers have a format of their
 * own.
 */
export const sofa: Target = {
  letter: 'e',
  name: 'sofa-api',
  start: async (env) => {
    await install('sofa', { 'sofa-api': '0.18.10' });
    return startServer('apps/bench/src/targets/sofa/server.ts', env);
  },
  can: ({ writes }) => writes === undefined,
  request: (request) => ({
    method: 'GET',
    path: pathOf(request),
    headers: { authorization: `Bearer ${request.token}` },
  }),
  comparable: () => undefined,
};

import { operations } from '@channel/api/v1';
import { print } from 'graphql';
import { startServer } from '../../processes.ts';
import type { WorkloadRequest } from '../../workloads/workload.ts';
import type { Target } from '../target.ts';

const documents = new Map(operations.all.map(({ name, document }) => [name, print(document)]));

/** The equivalent v1 body: the value of each root field, under its name. */
function v1Body(body: string, { operation }: WorkloadRequest): unknown {
  const { data, errors } = JSON.parse(body) as { data?: Record<string, unknown>; errors?: unknown[] };
  if (!data || errors) throw new Error(`graphql-yoga answers ${body.slice(0, 500)}`);
  const shown = operation === 'GetOrder' ? { data: data.data } : data;
  return shown;
}

/** This repository's schema over GraphQL, each request with its whole document. */
export const yoga: Target = {
  letter: 'd',
  name: 'graphql-yoga',
  start: (env) => startServer('apps/bench/src/targets/yoga/server.ts', env),
  can: ({ writes }) => writes === undefined,
  request: ({ token, operation, variables }) => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: documents.get(operation), variables }),
  }),
  comparable: (body, request) => ({ value: v1Body(body, request) }),
};

import { queryOptions } from '@tanstack/react-query';
import { Problem } from '#lib/problem.ts';

/** Fetches one of the API's staff endpoints as text, with the console's session. */
async function readText(path: string, signal: AbortSignal): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(path, { headers: { accept: 'application/json' }, signal, cache: 'no-store' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Problem('unreachable', 'The server can’t be reached.');
  }
  if (answer.ok) return answer.text();
  const kind = answer.status === 401 ? 'unauthenticated' : answer.status === 404 ? 'not-found' : 'failed';
  throw new Problem(answer.status >= 502 ? 'unreachable' : kind, `The server answered ${answer.status}.`);
}

/** The exact response body of `GET /v1/orders/{order}`. */
export const partnerOrderQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['partner-order', id, version],
    queryFn: ({ signal }) => readText(`/staff/v1/orders/${id}`, signal),
  });

type Operation = { name: string; text: string; endpoints: string[] };

/** The persisted operation behind an endpoint. */
export const operationQuery = (name: string) =>
  queryOptions({
    queryKey: ['operation', name],
    queryFn: async ({ signal }) => JSON.parse(await readText(`/staff/operations/${name}`, signal)) as Operation,
    staleTime: Number.POSITIVE_INFINITY,
  });

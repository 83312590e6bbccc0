import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DehydratedState,
  dehydrate,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { createQueryClient } from '../query-client.ts';

/** Milliseconds that a page waits for its sections. A section that takes longer is loaded by the browser. */
const SECTION_MS = 300;

/** Runs the query of a section of a page. Every problem is left to the browser, which reports it in the section. */
export const prefetchSection = <Data, Key extends readonly unknown[]>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
) => stateAfter((client) => client.prefetchQuery(query));

/** The same for a query with pages, whose first page is read. */
export const prefetchPages = <Data, Key extends readonly unknown[], Page>(
  query: FetchInfiniteQueryOptions<Data, Error, Data, Key, Page>,
) => stateAfter((client) => client.prefetchInfiniteQuery(query));

async function stateAfter(prefetched: (client: QueryClient) => Promise<void>): Promise<DehydratedState> {
  const client = createQueryClient();
  await Promise.race([prefetched(client), sleep(SECTION_MS, undefined, { ref: false })]);
  const state = dehydrate(client);
  // Ends the requests that were not answered in time.
  void client.cancelQueries();
  return state;
}

/** The state of several queries, which run at the same time. */
export async function together(...states: Promise<DehydratedState>[]): Promise<DehydratedState> {
  return { mutations: [], queries: (await Promise.all(states)).flatMap(({ queries }) => queries) };
}

import {
  type DehydratedState,
  dehydrate,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { isProblem, Problem } from '../problem.ts';
import { createQueryClient } from '../query-client.ts';
import { loginPath } from '../safe-path.ts';
import { PATH_HEADER } from './path-header.ts';

/**
 * Runs a query on the server, so that the page is complete when it arrives. Redirects to the login page if no user is
 * signed in, and shows the not-found page for a missing resource. Other problems are left to the browser, which retries
 * the query and reports the problem.
 */
export const prefetch = <Data, Key extends readonly unknown[]>(query: FetchQueryOptions<Data, Error, Data, Key>) =>
  stateAfter((client) => client.fetchQuery(query));

/** The same for the first page of a query with pages. */
export const prefetchPage = <Data, Key extends readonly unknown[], Page>(
  query: FetchInfiniteQueryOptions<Data, Error, Data, Key, Page>,
) => stateAfter((client) => client.fetchInfiniteQuery(query));

/** The state of several queries, which run at the same time. */
export async function together(...states: Promise<DehydratedState>[]): Promise<DehydratedState> {
  return { mutations: [], queries: (await Promise.all(states)).flatMap(({ queries }) => queries) };
}

async function stateAfter(fetch: (client: QueryClient) => Promise<unknown>): Promise<DehydratedState> {
  const client = createQueryClient();
  try {
    await fetch(client);
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) redirect(loginPath((await headers()).get(PATH_HEADER) ?? '/'));
    if (isProblem(error, 'not-found')) notFound();
    if (!(error instanceof Problem)) throw error;
  }
  return dehydrate(client);
}

import { type DehydratedState, dehydrate, type FetchQueryOptions } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { isProblem, Problem } from '../problem.ts';
import { createQueryClient } from '../query-client.ts';
import { loginPath } from '../safe-path.ts';
import { PATH_HEADER } from './path-header.ts';

/**
 * Runs the query of a page on the server, so that the page is complete when it arrives. Redirects to the login page if no
 * user is signed in, and shows the not-found page for a missing resource. Other problems are left to the browser, which
 * retries the query and reports the problem.
 */
export async function prefetch<Data, Key extends readonly unknown[]>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<DehydratedState> {
  const client = createQueryClient();
  try {
    await client.fetchQuery(query);
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) redirect(loginPath((await headers()).get(PATH_HEADER) ?? '/'));
    if (isProblem(error, 'not-found')) notFound();
    if (!(error instanceof Problem)) throw error;
  }
  return dehydrate(client);
}

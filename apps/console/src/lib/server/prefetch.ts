import { type DehydratedState, dehydrate, type FetchQueryOptions } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { isProblem, Problem } from '../problem.ts';
import { createQueryClient } from '../query-client.ts';
import { loginPath } from '../safe-path.ts';
import { PATH_HEADER } from './path-header.ts';

/**
 * Runs a read on the server, so that its screen is complete when it arrives. Leads to the login page where nobody is
 * signed in, and to the not-found page where there is nothing to show. Any other problem is left to the browser, which
 * asks again and can say what is wrong.
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

import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

const SECOND = 1_000;

/** Creates the query cache. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15 * SECOND,
        retry: (failures, error) => isProblem(error, 'unreachable') && failures < 1,
        retryDelay: SECOND / 2,
        // While the API is unreachable, queries retry automatically.
        refetchInterval: ({ state }) => (isProblem(state.error, 'unreachable') ? 5 * SECOND : false),
        // When offline, requests fail immediately with an error instead of pausing silently.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

const SECOND = 1_000;

/** The cache of what the API answered. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15 * SECOND,
        retry: (failures, error) => isProblem(error, 'unreachable') && failures < 1,
        retryDelay: SECOND / 2,
        // While the API is away, screens come back by themselves.
        refetchInterval: ({ state }) => (isProblem(state.error, 'unreachable') ? 5 * SECOND : false),
        // Without a network, too, it is better said that there is no answer than waited for one without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

const SECOND = 1_000;

/**
 * The cache of what the API answered.
 * @param onSignedOut is called when an answer says that nobody is signed in any more.
 */
export function createQueryClient(onSignedOut: () => void = () => {}): QueryClient {
  const onError = (error: unknown) => {
    if (isProblem(error, 'unauthenticated')) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15 * SECOND,
        retry: (failures, error) => isProblem(error, 'unreachable') && failures < 1,
        retryDelay: SECOND / 2,
        // While the API is away, screens come back by themselves.
        refetchInterval: ({ state }) => (isProblem(state.error, 'unreachable') ? 5 * SECOND : false),
      },
    },
  });
}

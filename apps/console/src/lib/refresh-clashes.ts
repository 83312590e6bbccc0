import type { QueryClient } from '@tanstack/react-query';

/** Refetches what is shown of the clashes of people, after a change of what they depend on. */
export const refreshClashes = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    ['dispatch', 'orders', 'orders-count', 'order-clashes', 'audit'].map((name) =>
      client.invalidateQueries({ queryKey: [name] }),
    ),
  );

import type { Query, QueryClient } from '@tanstack/react-query';

/** The data that a query depends on: all orders, one order (`order:17`), or webhook deliveries. */
export type Topic = 'orders' | `order:${number}` | 'deliveries';

declare module '@tanstack/react-query' {
  interface Register {
    /** The topics that a query depends on: it is refetched when an update of one of them arrives. */
    queryMeta: { live?: readonly Topic[] };
  }
}

const PAUSE = 1_000;

/**
 * Refetches queries when updates of their topics arrive: immediately, and then at most once a second.
 */
export function createRefresher(client: QueryClient) {
  const due = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    const topics = new Set(due);
    due.clear();
    const isConcerned = ({ meta }: Query) => meta?.live?.some((topic) => topics.has(topic)) ?? false;
    void client.invalidateQueries({ predicate: isConcerned });
    timer = setTimeout(() => {
      timer = undefined;
      if (due.size > 0) flush();
    }, PAUSE);
  }

  return {
    markChanged(...topics: Topic[]): void {
      for (const topic of topics) due.add(topic);
      if (timer === undefined) flush();
    },
    /** Refetches all queries with topics, for when updates may have been missed. */
    markAllChanged(): void {
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.live !== undefined });
    },
    stop: () => clearTimeout(timer),
  };
}

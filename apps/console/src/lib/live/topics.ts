import type { Query, QueryClient } from '@tanstack/react-query';

/** What a read depends on: all orders, one of them (`order:17`), or deliveries of webhooks. */
export type Topic = 'orders' | `order:${number}` | 'deliveries';

declare module '@tanstack/react-query' {
  interface Register {
    /** `live` says what a read depends on: when news of it arrive, it is read anew. */
    queryMeta: { live?: readonly Topic[] };
  }
}

const PAUSE = 1_000;

/**
 * Has reads made anew when news of what they depend on arrive: at once, and then once a second at most, however much
 * happens.
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
    tell(...topics: Topic[]): void {
      for (const topic of topics) due.add(topic);
      if (timer === undefined) flush();
    },
    /** Everything that depends on anything: for when news may have been missed. */
    tellAll(): void {
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.live !== undefined });
    },
    stop: () => clearTimeout(timer),
  };
}

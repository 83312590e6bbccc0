import type { Query, QueryClient } from '@tanstack/react-query';

/** The data that a query depends on: all orders, one order (`order:17`), webhook deliveries, or drafts of the board. */
export type Topic = 'orders' | `order:${number}` | 'deliveries' | 'drafts';

declare module '@tanstack/react-query' {
  interface Register {
    /** The topics that a query depends on: it is refetched when an update of one of them arrives. */
    queryMeta: { live?: readonly Topic[] };
  }
}

const PAUSE = 1_000;

/** Milliseconds within which a page that was read on the server arrives; an update of that time may be missing in it. */
const ARRIVAL = 30_000;

const isLive = ({ meta }: Query) => meta?.live !== undefined;

/**
 * Refetches queries when updates of their topics arrive: immediately, and then at most once a second.
 */
export function createRefresher(client: QueryClient) {
  const due = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // When the last update of each topic arrived; those from before `ARRIVAL` are removed.
  const heard = new Map<Topic, number>();

  const stopWatching = client.getQueryCache().subscribe((event) => {
    const isHydrated = event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState');
    const { query } = event;
    if (!isHydrated || query.state.data === undefined || !query.meta?.live?.some(isRecent)) return;
    // Not now: a page is hydrated while it is rendered.
    setTimeout(() => void client.invalidateQueries({ predicate: (other) => other === query }));
  });

  const isRecent = (topic: Topic) => (heard.get(topic) ?? Number.NEGATIVE_INFINITY) > performance.now() - ARRIVAL;

  function flush(): void {
    const topics = new Set(due);
    due.clear();
    void refetch(client, ({ meta }) => meta?.live?.some((topic) => topics.has(topic)) ?? false);
    timer = setTimeout(() => {
      timer = undefined;
      if (due.size > 0) flush();
    }, PAUSE);
  }

  return {
    markChanged(...topics: Topic[]): void {
      for (const topic of heard.keys()) if (!isRecent(topic)) heard.delete(topic);
      for (const topic of topics) {
        due.add(topic);
        heard.set(topic, performance.now());
      }
      if (timer === undefined) flush();
    },
    /**
     * Refetches all queries with topics, for when updates may have been missed.
     *
     * @param isAgain whether the connection was lost: requests from before may never be answered
     */
    async markAllChanged({ isAgain }: { isAgain: boolean }): Promise<void> {
      if (isAgain) await client.cancelQueries({ predicate: isLive });
      await refetch(client, isLive);
    },
    stop(): void {
      clearTimeout(timer);
      stopWatching();
    },
  };
}

/**
 * Refetches the shown queries. A request in progress may have read the state before the update: it is not interrupted,
 * so that many updates in sequence do not keep a slow query from its end, and repeated afterwards.
 */
async function refetch(client: QueryClient, isConcerned: (query: Query) => boolean): Promise<void> {
  const running = client.getQueryCache().findAll({ predicate: isConcerned, fetchStatus: 'fetching' });
  const isIdle = (query: Query) => isConcerned(query) && !running.includes(query);
  await Promise.all([
    client.invalidateQueries({ predicate: isIdle }),
    ...running.map(async (query) => {
      await query.promise?.catch(() => {});
      await client.invalidateQueries({ predicate: (other) => other === query });
    }),
  ]);
}

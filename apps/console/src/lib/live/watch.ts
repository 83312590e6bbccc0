import type { TadaDocumentNode } from 'gql.tada';
import { createClient } from 'graphql-sse';
import { fetchOperation } from '../fetch-operation.ts';

export type Watcher<Data> = {
  onNews: (news: Data) => void;
  /** The stream is there. What happened before was not told: whoever has read already reads anew. */
  onConnected: () => void;
  /** The stream is away; it is asked for again by itself. */
  onLost: () => void;
};

const SHORTEST = 1_000;
const LONGEST = 15_000;
/** A stream that lasted so long was a good one; one that ends at once is asked for ever less often. */
const STEADY = 10_000;

/** Follows a subscription, also across losses of the connection, until the answered function is called. */
export function watch<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { onNews, onConnected, onLost }: Watcher<Data>,
): () => void {
  let isOver = false;
  let losses = 0;
  let connectedAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: '/graphql',
    // Its own retries know neither an upper bound nor a stream that the server ended in good order.
    retryAttempts: 0,
    // It would send a text.
    fetchFn: (url: string, { signal }: RequestInit) =>
      fetchOperation(url, { headers: { accept: 'text/event-stream' }, signal }, document, variables),
  });

  function begin(): void {
    client.subscribe<Data>(
      { query: '' },
      {
        next: ({ data, errors }) => {
          if (data && !errors) onNews(data);
        },
        error: again,
        complete: again,
      },
      {
        connected: () => {
          connectedAt = Date.now();
          onConnected();
        },
      },
    );
  }

  function again(): void {
    if (isOver) return;
    onLost();
    if (Date.now() - connectedAt > STEADY) losses = 0;
    connectedAt = Number.POSITIVE_INFINITY;
    // Not all windows of all people at the same moment.
    const pause = Math.min(LONGEST, SHORTEST * 2 ** losses) * (0.5 + Math.random());
    losses += 1;
    timer = setTimeout(begin, pause);
  }

  begin();
  return () => {
    isOver = true;
    clearTimeout(timer);
    client.dispose();
  };
}

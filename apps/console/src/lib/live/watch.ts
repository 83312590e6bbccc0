import type { TadaDocumentNode } from 'gql.tada';
import { createClient } from 'graphql-sse';
import { fetchOperation } from '../fetch-operation.ts';

export type Watcher<Data> = {
  onNews: (news: Data) => void;
  /** The stream is connected. Earlier changes were not reported: refetch data that was read before. */
  onConnected: () => void;
  /** The stream is lost; it reconnects automatically. */
  onLost?: () => void;
};

const SHORTEST = 1_000;
const LONGEST = 15_000;
/** Milliseconds after which a stream counts as stable and the retry delay is reset. */
const STEADY = 10_000;

/** Subscribes and reconnects after connection losses, until the returned function is called. */
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
    // The client's own retries have no maximum delay and do not reconnect after the server closes the stream
    // gracefully.
    retryAttempts: 0,
    // The client would send the text of the operation instead of its id.
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
    onLost?.();
    if (Date.now() - connectedAt > STEADY) losses = 0;
    connectedAt = Number.POSITIVE_INFINITY;
    // Jitter, so that clients do not reconnect simultaneously.
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

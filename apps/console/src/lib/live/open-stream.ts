import type { TadaDocumentNode } from 'gql.tada';
import { createClient, NetworkError } from 'graphql-sse';
import { fetchOperation } from '../fetch-operation.ts';

type Listeners<Data> = {
  onOpen: () => void;
  /** The server sent something: an event, or a comment, which it sends every 2 s. */
  onHeard: () => void;
  onNews: (news: Data) => void;
  /** @param isRefused whether the server answered that it does not want this stream */
  onEnd: (isRefused: boolean) => void;
};

/**
 * Opens one stream of server-sent events.
 *
 * @param path where operations are sent
 * @param name the former stream of this name ends, if the server still has it
 * @returns ends the stream; nothing is called afterwards
 */
export function openStream<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  name: string,
  { onOpen, onHeard, onNews, onEnd }: Listeners<Data>,
  path: string,
): () => void {
  let isOver = false;
  let isRefused = false;
  const client = createClient({
    url: path,
    // The client's own retries have no maximum delay and do not reconnect after the server closes the stream
    // gracefully.
    retryAttempts: 0,
    // The client would send the text of the operation instead of its id, and tells nobody of comments.
    fetchFn: async (url: string, { signal }: RequestInit) => {
      const headers = { accept: 'text/event-stream', 'x-stream': name };
      return heard(await fetchOperation(url, { headers, signal }, document, variables), onHeard);
    },
  });

  function end(): void {
    if (isOver) return;
    isOver = true;
    client.dispose();
    onEnd(isRefused);
  }

  client.subscribe<Data>(
    { query: '' },
    {
      next: ({ data, errors }) => {
        if (isOver) return;
        if (data && !errors) onNews(data);
        else isRefused = true;
      },
      error: (error) => {
        const status = error instanceof NetworkError ? (error.response?.status ?? 0) : 0;
        isRefused ||= status >= 400 && status < 500;
        end();
      },
      complete: end,
    },
    { connected: () => !isOver && onOpen() },
  );
  return () => {
    isOver = true;
    client.dispose();
  };
}

function heard(response: Response, onHeard: () => void): Response {
  if (!response.ok || !response.body) return response;
  const listened = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      onHeard();
      controller.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(listened), response);
}

import type { TadaDocumentNode } from 'gql.tada';
import { type Watcher, watch } from './watch.ts';

type Message<Data> =
  | { kind: 'news'; news: Data }
  | { kind: 'connected' }
  | { kind: 'lost' }
  /** Sent by a new window: is any window connected? */
  | { kind: 'anybody' }
  /** The reply to it; windows that are already connected ignore it. */
  | { kind: 'somebody' };

/**
 * `watch` shared by all windows of this browser. A browser opens at most six connections to a server, so that one
 * stream per window could use all of them. The first window holds the stream and broadcasts to the others; when it
 * closes, the next window takes over.
 *
 * @param name name of the stream, the same in every window
 */
export function watchTogether<Data, Variables>(
  name: string,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  watcher: Watcher<Data>,
): () => void {
  // Both APIs are missing on pages served over HTTP from another machine.
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return watch(document, variables, watcher);

  const channel = new BroadcastChannel(name);
  const over = new AbortController();
  let isConnected = false;
  let isLeader = false;

  function receive(message: Message<Data>): void {
    switch (message.kind) {
      case 'news':
        watcher.onNews(message.news);
        break;
      case 'anybody':
        if (isLeader && isConnected) channel.postMessage({ kind: 'somebody' });
        break;
      case 'somebody':
        if (!isConnected) receive({ kind: 'connected' });
        break;
      case 'connected':
        isConnected = true;
        watcher.onConnected();
        break;
      case 'lost':
        isConnected = false;
        watcher.onLost?.();
    }
  }

  function broadcast(message: Message<Data>): void {
    receive(message);
    channel.postMessage(message);
  }

  function lead(): Promise<void> {
    isLeader = true;
    const stop = watch(document, variables, {
      onNews: (news) => broadcast({ kind: 'news', news }),
      onConnected: () => broadcast({ kind: 'connected' }),
      onLost: () => broadcast({ kind: 'lost' }),
    });
    return new Promise((resolve) => {
      over.signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  }

  channel.onmessage = ({ data }: MessageEvent<Message<Data>>) => receive(data);
  channel.postMessage({ kind: 'anybody' });
  // Rejects if this window closes before it gets the lock.
  navigator.locks.request(name, { signal: over.signal }, lead).catch(() => {});
  return () => {
    over.abort();
    channel.close();
  };
}

import type { TadaDocumentNode } from 'gql.tada';
import { type Watcher, watch } from './watch.ts';

type Message<Data> =
  | { kind: 'news'; news: Data }
  | { kind: 'connected' }
  | { kind: 'lost' }
  /** From a window that has just come: is somebody connected? */
  | { kind: 'anybody' }
  /** The answer to it, which is no news to the others. */
  | { kind: 'somebody' };

/**
 * `watch` for all windows of this browser at once. A browser opens six connections to a server and no more, so that a
 * stream of each window would leave none to read by: the first window follows the stream and tells the others; when it
 * goes, the next takes over.
 *
 * @param name of the stream, the same in every window
 */
export function watchTogether<Data, Variables>(
  name: string,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  watcher: Watcher<Data>,
): () => void {
  // Both are missing where the page came by http from another machine.
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return watch(document, variables, watcher);

  const channel = new BroadcastChannel(name);
  const over = new AbortController();
  let isConnected = false;
  let isLeader = false;

  function hear(message: Message<Data>): void {
    switch (message.kind) {
      case 'news':
        watcher.onNews(message.news);
        break;
      case 'anybody':
        if (isLeader && isConnected) channel.postMessage({ kind: 'somebody' });
        break;
      case 'somebody':
        if (!isConnected) hear({ kind: 'connected' });
        break;
      case 'connected':
        isConnected = true;
        watcher.onConnected();
        break;
      case 'lost':
        isConnected = false;
        watcher.onLost();
    }
  }

  function tell(message: Message<Data>): void {
    hear(message);
    channel.postMessage(message);
  }

  function lead(): Promise<void> {
    isLeader = true;
    const stop = watch(document, variables, {
      onNews: (news) => tell({ kind: 'news', news }),
      onConnected: () => tell({ kind: 'connected' }),
      onLost: () => tell({ kind: 'lost' }),
    });
    return new Promise((resolve) => {
      over.signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  }

  channel.onmessage = ({ data }: MessageEvent<Message<Data>>) => hear(data);
  channel.postMessage({ kind: 'anybody' });
  // Refused when this window goes before its turn has come.
  navigator.locks.request(name, { signal: over.signal }, lead).catch(() => {});
  return () => {
    over.abort();
    channel.close();
  };
}

import type { TadaDocumentNode } from 'gql.tada';
import { onPageSignal } from './page-signals.ts';
import { PAUSE_MS, SILENCE_MS, type Watcher, watch } from './watch.ts';

type Message<Data> =
  | { kind: 'news'; news: Data }
  | { kind: 'connected' }
  /** The stream is connected, as before. */
  | { kind: 'alive' }
  | { kind: 'lost' }
  /** Sent by a new window: is any window connected? */
  | { kind: 'anybody' };

/** Milliseconds of silence of a leader that tries to connect, and says so after each attempt. */
const TRYING_SILENCE_MS = 2.5 * PAUSE_MS;

/**
 * `watch` shared by all windows of this browser. A browser opens at most six connections to a server, so that one
 * stream per window could use all of them. The first window holds the stream and broadcasts to the others. When it
 * closes, the next window takes over; when it is silent, because the browser froze or slowed it, a visible one does.
 *
 * @param name name of the stream, the same in every window
 */
export function watchTogether<Data, Variables>(
  name: string,
  operation: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  watcher: Watcher<Data>,
): () => void {
  // Both APIs are missing on pages served over HTTP from another machine.
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return watch(operation, variables, watcher);

  const channel = new BroadcastChannel(name);
  const over = new AbortController();
  let turn = new AbortController();
  let isConnected = false;
  let isLeader = false;
  let heardAt = Date.now();

  function receive(message: Message<Data>): void {
    if (message.kind === 'anybody') {
      if (isLeader) channel.postMessage({ kind: isConnected ? 'alive' : 'lost' });
      return;
    }
    heardAt = Date.now();
    const wasConnected = isConnected;
    isConnected = message.kind !== 'lost';
    if (message.kind === 'lost') watcher.onLost?.();
    else if (message.kind === 'connected' || !wasConnected) watcher.onConnected();
    if (message.kind === 'news') watcher.onNews(message.news);
  }

  function broadcast(message: Message<Data>): void {
    receive(message);
    channel.postMessage(message);
  }

  /** Leads from when the lock is granted until this window closes or another one steals the lock. */
  async function lead(options: LockOptions): Promise<void> {
    let hasLed = false;
    let stop = () => {};
    const holding = () => {
      if (over.signal.aborted) return;
      hasLed = isLeader = true;
      stop = watch(operation, variables, {
        onNews: (news) => broadcast({ kind: 'news', news }),
        onConnected: () => broadcast({ kind: 'connected' }),
        onLost: () => broadcast({ kind: 'lost' }),
        onHeard: () => broadcast({ kind: 'alive' }),
      });
      return new Promise((resolve) => over.signal.addEventListener('abort', resolve));
    };
    // Rejects when the lock was stolen, and when this window stops waiting for it.
    await navigator.locks.request(name, options, holding).catch(() => {});
    stop();
    if (!hasLed || over.signal.aborted) return;
    isLeader = false;
    void lead({ signal: turn.signal });
  }

  function takeOver(): void {
    receive({ kind: 'lost' });
    turn.abort();
    turn = new AbortController();
    void lead({ steal: true });
  }

  const stopListening = onPageSignal(() => {
    const isSilent = Date.now() - heardAt > (isConnected ? SILENCE_MS : TRYING_SILENCE_MS);
    if (isSilent && !isLeader && !document.hidden) takeOver();
  });
  channel.onmessage = ({ data }: MessageEvent<Message<Data>>) => {
    if (!isLeader || data.kind === 'anybody') receive(data);
  };
  channel.postMessage({ kind: 'anybody' });
  void lead({ signal: turn.signal });
  return () => {
    stopListening();
    over.abort();
    turn.abort();
    channel.close();
  };
}

import type { TadaDocumentNode } from 'gql.tada';
import { openStream } from './open-stream.ts';
import { onPageSignal, type PageSignal } from './page-signals.ts';

export type Watcher<Data> = {
  onNews: (news: Data) => void;
  /** The stream is connected. Earlier changes were not reported: refetch data that was read before. */
  onConnected: () => void;
  /** The stream is lost, or a further attempt failed. It reconnects automatically. */
  onLost?: () => void;
  /** The connected stream is alive: called at least every 2 s. */
  onHeard?: () => void;
};

/** Milliseconds of silence after which a stream is lost. The server sends a comment every 2 s. */
export const SILENCE_MS = 5_000;
/** Average milliseconds between attempts: users see changes 3 s after the server is back. */
export const PAUSE_MS = 1_000;
/** Factor of the pause where nobody looks at the page, or where the server refused the stream. */
const PATIENT = 10;
/** Maximum milliseconds before the first attempt: another server process may be there. */
const FIRST_PAUSE_MS = 250;
/** A third stream in sequence that ends within a second counts as a failed attempt. */
const BRIEF_MS = 1_000;
const BRIEF_STREAMS = 3;
/** Milliseconds in which an attempt must be answered; doubled for each attempt that was not. */
const ANSWER_MS = 1_500;
const LONGEST_ANSWER_MS = 16_000;

/**
 * Subscribes and reconnects after connection losses, until the returned function is called.
 *
 * @param path where operations are sent
 */
export function watch<Data, Variables>(
  operation: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { onNews, onConnected, onLost, onHeard }: Watcher<Data>,
  path = '/graphql',
): () => void {
  const name = Math.random().toString(36).slice(2);
  let state: 'connecting' | 'connected' | 'waiting' = 'waiting';
  let begunAt = 0;
  let heardAt = 0;
  let unanswered = 0;
  let brief = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};

  function connect(): void {
    clearTimeout(timer);
    state = 'connecting';
    begunAt = heardAt = Date.now();
    end = openStream(
      operation,
      variables,
      name,
      {
        onOpen: () => {
          state = 'connected';
          unanswered = 0;
          heardAt = Date.now();
          onConnected();
        },
        onHeard: () => {
          heardAt = Date.now();
          if (state === 'connected') onHeard?.();
        },
        onNews,
        onEnd: lose,
      },
      path,
    );
  }

  function lose(isRefused = false): void {
    const age = Date.now() - begunAt;
    if (state === 'connected') brief = age > BRIEF_MS ? 0 : brief + 1;
    const isFirst = state === 'connected' && brief < BRIEF_STREAMS && !isRefused;
    const average = PAUSE_MS * (isRefused || document.hidden ? PATIENT : 1);
    // Jitter, so that clients do not reconnect simultaneously.
    const pause = isFirst ? FIRST_PAUSE_MS * Math.random() : average * (0.75 + Math.random() / 2) - age;
    end();
    onLost?.();
    state = 'waiting';
    unanswered = 0;
    timer = setTimeout(connect, pause);
  }

  /** Begins again without a pause. */
  function renew(): void {
    end();
    onLost?.();
    connect();
  }

  function check(signal: PageSignal): void {
    const silence = Date.now() - heardAt;
    if (state === 'waiting') {
      if (signal !== 'tick') connect();
    } else if (signal === 'woken' || (state === 'connected' && silence > SILENCE_MS)) {
      renew();
    } else if (state === 'connecting' && silence > Math.min(ANSWER_MS * 2 ** unanswered, LONGEST_ANSWER_MS)) {
      unanswered += 1;
      renew();
    }
  }

  const stopListening = onPageSignal(check);
  connect();
  return () => {
    stopListening();
    clearTimeout(timer);
    end();
  };
}

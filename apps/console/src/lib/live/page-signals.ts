/**
 * - `tick`: four times a second, as long as the page runs.
 * - `shown`: somebody looks at the page again.
 * - `woken`: the page was frozen, or the network was away. A connection from before may be lost although it is open.
 */
export type PageSignal = 'tick' | 'shown' | 'woken';

const TICK_MS = 250;

/** Calls the listener with the signals of this page, until the returned function is called. */
export function onPageSignal(listener: (signal: PageSignal) => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const woken = () => listener('woken');
  const shown = () => {
    if (!document.hidden) listener('shown');
  };
  const timer = setInterval(() => listener('tick'), TICK_MS);
  document.addEventListener('visibilitychange', shown, { signal });
  document.addEventListener('resume', woken, { signal });
  window.addEventListener('focus', shown, { signal });
  window.addEventListener('online', woken, { signal });
  // A page that was kept for the back button.
  window.addEventListener('pageshow', ({ persisted }) => persisted && woken(), { signal });
  return () => {
    clearInterval(timer);
    over.abort();
  };
}

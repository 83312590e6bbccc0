/** Milliseconds without user input after which requests count as unattended. */
const TIMEOUT = 60_000;

let touchedAt = 0;

if (typeof window !== 'undefined') {
  const touch = () => {
    touchedAt = Date.now();
  };
  touch();
  for (const kind of ['keydown', 'pointerdown', 'wheel', 'touchstart']) {
    window.addEventListener(kind, touch, { capture: true, passive: true });
  }
}

/**
 * Whether requests are currently sent without a user at the page. Live updates refetch as long as a window is open, and
 * such requests must not extend the session. On the server requests are never unattended, because a user opens the
 * page.
 */
export const isUnattended = (): boolean => typeof window !== 'undefined' && Date.now() - touchedAt > TIMEOUT;

/** Somebody who has not touched anything for so long does not ask for what the page reads anew. */
const PATIENCE = 60_000;

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
 * Whether what is sent now is sent by the page itself, with nobody at it: live updates read anew as long as a window is
 * open, and must not keep a session open with it. On the server nothing is unattended: a page is made for who opens it.
 */
export const isUnattended = (): boolean => typeof window !== 'undefined' && Date.now() - touchedAt > PATIENCE;

/* Runs in the page that is measured: when what was on the screen. */

/** What the list showed from a moment on. */
export type Painted = {
  /** Milliseconds since the page began. */
  at: number;
  /** The orders of the rows, as they stood. */
  ids: number[];
};

declare global {
  interface Window {
    /** Since the last letter that was typed. */
    measured: { typedAt: number; painted: Painted[] };
  }
}

/**
 * Begins to note what the list of orders shows, from the event of a letter to the paint that follows a change of rows.
 * A list that waits for its rows is not noted.
 */
export function notePaints(): void {
  const list = 'table[aria-label="Orders"]';
  let hasWaited = false;
  let isAwaited = false;
  window.measured = { typedAt: 0, painted: [] };
  addEventListener(
    'input',
    ({ timeStamp }) => {
      window.measured = { typedAt: timeStamp, painted: [] };
      hasWaited = false;
    },
    { capture: true },
  );

  const note = () => {
    isAwaited = false;
    const table = document.querySelector(list);
    // The rows from before the letter stay until those that it finds are there.
    if (!hasWaited || table?.getAttribute('aria-busy') === 'true') return;
    const rows = table?.querySelectorAll<HTMLElement>('[data-order-id]') ?? [];
    const ids = Array.from(rows, (row) => Number(row.dataset.orderId));
    window.measured.painted.push({ at: performance.now(), ids });
  };
  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = note;
  const observer = new MutationObserver(() => {
    hasWaited ||= document.querySelector(list)?.getAttribute('aria-busy') === 'true';
    if (isAwaited) return;
    isAwaited = true;
    // A task that is ordered right before a paint runs right after it.
    requestAnimationFrame(() => afterPaint.port2.postMessage(null));
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
}

/* Runs in the measured page and records what was painted when. */

/** The content of the list from a moment on. */
export type Painted = {
  /** Milliseconds since the page load. */
  at: number;
  /** The order ids of the rows. */
  ids: number[];
};

declare global {
  interface Window {
    /** The paints since the last keystroke. */
    measured: { typedAt: number; painted: Painted[] };
  }
}

/**
 * Starts recording the content of the order list, from the input event of a keystroke to the paint after a change of
 * rows. A list that is waiting for its rows is not recorded.
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
    // The previous rows stay until the rows of the new search text are loaded.
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
    // A task queued right before a paint runs right after it.
    requestAnimationFrame(() => afterPaint.port2.postMessage(null));
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
}

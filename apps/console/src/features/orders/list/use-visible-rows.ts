import { type RefObject, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Fixed row height in pixels (two lines), so that the visible rows can be computed from the scroll position. */
export const ROW_HEIGHT = 52;

/** Number of rows rendered beyond each edge, for fast scrolling. */
const BEYOND = 6;
/** The span moves in steps of this many rows, so that the table is not re-rendered for every pixel. */
const STEP = 4;
/** Height in pixels that the server renders, because it does not know the screen. */
const FIRST_HEIGHT = 760;

/** Rows from `first` (inclusive) to `end` (exclusive). */
type Span = { first: number; end: number };

export type VisibleRows = Span & {
  /** Scrolls by the minimum that makes the whole row visible. */
  scrollTo: (index: number) => void;
};

/** Computes the rows to render in a scrollable table. */
export function useVisibleRows(box: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [span, setSpan] = useState(() => spanOf(0, FIRST_HEIGHT));

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = spanOf(element.scrollTop, element.clientHeight);
      setSpan((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    // Rendered synchronously in the same frame; otherwise blank rows would be painted.
    const follow = () => flushSync(look);
    const resizing = new ResizeObserver(look);
    resizing.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      resizing.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [box]);

  const scrollTo = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element) return;
      // The sticky header covers the rows that scroll under it.
      const head = element.querySelector('thead')?.offsetHeight ?? 0;
      const highest = index * ROW_HEIGHT;
      const lowest = highest + ROW_HEIGHT + head - element.clientHeight;
      element.scrollTop = Math.max(lowest, Math.min(highest, element.scrollTop));
    },
    [box],
  );

  return { first: Math.min(span.first, count), end: Math.min(span.end, count), scrollTo };
}

function spanOf(top: number, height: number): Span {
  const first = Math.floor(top / ROW_HEIGHT / STEP) * STEP;
  const seen = Math.ceil(height / ROW_HEIGHT / STEP) * STEP + STEP;
  return { first: Math.max(0, first - BEYOND), end: first + seen + BEYOND };
}

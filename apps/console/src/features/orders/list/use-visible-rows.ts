import { type RefObject, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** All rows are as high as two lines, in pixels: that makes a thousand of them scroll without a hitch. */
export const ROW_HEIGHT = 52;

/** Rows beyond the edges, for who scrolls fast. */
const BEYOND = 6;
/** The span moves in steps of so many rows, so that not every pixel makes the table anew. */
const STEP = 4;
/** As much as the server makes, which does not know the screen. */
const FIRST_HEIGHT = 760;

/** Rows from the first up to, but without, the end. */
type Span = { first: number; end: number };

export type VisibleRows = Span & {
  /** Scrolls as little as makes the whole of a row seen. */
  scrollTo: (index: number) => void;
};

/** Which rows of a table in a box that scrolls are to be there. */
export function useVisibleRows(box: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [span, setSpan] = useState(() => spanOf(0, FIRST_HEIGHT));

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = spanOf(element.scrollTop, element.clientHeight);
      setSpan((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    // In the same frame, before it is painted: else there would be a gap.
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
      // The head covers what scrolls under it.
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

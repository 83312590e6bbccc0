import { useEffect } from 'react';

/** Elements that had the focus, latest first, with the page on which they had it. */
type Stop = { element: HTMLElement; path: string; isInDialog: boolean };

const MAX_STOPS = 20;

/**
 * Keeps the focus when the element that has it goes: with its dialog, with a button whose action is done, or with a list
 * that is read again. It returns to an element with the same `data-focus-key`, to what had it before on this page, or to
 * the content. Outside of dialogs it does so only after a key, because a pointer does not continue from the focus.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let stops: Stop[] = [];
    let isByKey = false;
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const stop = { element: target, path: window.location.pathname, isInDialog: isInDialog(target) };
      stops = [stop, ...stops.filter(({ element }) => element !== target && element.isConnected)].slice(0, MAX_STOPS);
    };
    const noteInput = ({ type }: Event) => {
      isByKey = type === 'keydown';
    };
    const restore = () => {
      const [last] = stops;
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      const path = window.location.pathname;
      const former = stops.filter((stop) => stop.element.isConnected && stop.path === path);
      stops = former;
      if (isByKey || last.isInDialog) focusFirst([...sameAs(last.element), ...former.map(({ element }) => element)]);
    };
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', follow);
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, noteInput, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', follow);
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, noteInput, true);
    };
  }, []);
}

const isInDialog = (element: HTMLElement) => element.closest('[role="dialog"]') !== null;

function sameAs({ dataset: { focusKey } }: HTMLElement): Iterable<HTMLElement> {
  return focusKey ? document.querySelectorAll<HTMLElement>(`[data-focus-key="${CSS.escape(focusKey)}"]`) : [];
}

/** Focuses the first element that can be focused, or the content. */
function focusFirst(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Where the browser keeps whether single keys are disabled. */
export const SINGLE_KEYS = 'channel-single-keys';

/** Keys that are pressed before the scripts of the page listen, or before a field that was opened by a key is there. */
export type EarlyKeys = {
  /** The keys in order, as commands name them: `j`, `mod+k`. */
  keys: string[];
  /** What is typed for a field that is not there yet, with a line break for Enter; undefined while none is awaited. */
  text: string | undefined;
  /** Whether the page listens itself. */
  isOver: boolean;
};

declare global {
  interface Window {
    earlyKeys?: EarlyKeys;
  }
}

/**
 * Keeps early keys in `window.earlyKeys`, and lets `/` focus the search of the page. It is an inline script that runs
 * before all others, so it uses nothing outside of itself. `stored` is the name of the setting of single keys.
 */
export function keepEarlyKeys(stored: string): void {
  const early: EarlyKeys = { keys: [], text: undefined, isOver: false };
  window.earlyKeys = early;
  const listen = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isModified = event.ctrlKey || event.metaKey;
    if (event.altKey || event.isComposing) return;
    const take = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    if (early.text !== undefined && !isModified) {
      if (key === 'Escape') {
        early.text = undefined;
        early.keys = [];
        return;
      }
      if (key === 'Enter') early.text += '\n';
      else if (key === 'Backspace') early.text = early.text.slice(0, -1);
      else if (key.length === 1) early.text += key;
      else return;
      take();
      return;
    }
    if (early.isOver) return;
    if (isModified) {
      if (key.toLowerCase() !== 'k') return;
      early.keys.push('mod+k');
      early.text = '';
      take();
      return;
    }
    if (key.length !== 1 || window.localStorage.getItem(stored) === 'off') return;
    if (target instanceof Element && target.matches('input:not([type="checkbox"]), textarea, select')) return;
    if (key !== '/') {
      early.keys.push(key);
      return;
    }
    take();
    const search = document.querySelector<HTMLElement>('input[aria-keyshortcuts="/"]');
    if (search) {
      search.focus();
      return;
    }
    early.keys.push('/');
    early.text = '';
  };
  window.addEventListener('keydown', listen, { capture: true });
}

/** Collects what is typed until the field that a key has opened takes it. */
export function awaitEarlyText(): void {
  if (window.earlyKeys) window.earlyKeys.text ??= '';
}

/** Ends the collection, and returns what was typed for the field and whether Enter was pressed. */
export function takeEarlyText(): { text: string; isEntered: boolean } {
  const text = window.earlyKeys?.text ?? '';
  if (window.earlyKeys) window.earlyKeys.text = undefined;
  return { text: text.replaceAll('\n', ''), isEntered: text.includes('\n') };
}

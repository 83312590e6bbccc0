import { useEffect, useRef } from 'react';

type Wish = 'focus' | 'enter' | 'open';

/**
 * Goes from the search to the first row, immediately or as soon as the rows for the present text are shown: Arrow Down
 * focuses it; Enter opens it if it is the only one, and focuses it otherwise; Enter twice opens it. A row is a link with
 * `data-row`.
 */
export function useFirstRow(text: string, isReady: boolean) {
  const wish = useRef<Wish>(undefined);
  const go = () => {
    if (!wish.current || !isReady) return;
    const [first, second] = document.querySelectorAll<HTMLElement>('[data-row]');
    first?.focus();
    if (wish.current === 'open' || (wish.current === 'enter' && !second)) first?.click();
    wish.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text takes the wish back
  useEffect(() => {
    wish.current = undefined;
  }, [text]);
  useEffect(go);
  return (key: 'Enter' | 'ArrowDown') => {
    wish.current = key === 'ArrowDown' ? 'focus' : wish.current === 'enter' ? 'open' : 'enter';
    go();
  };
}

import { useCallback } from 'react';
import { leave } from '#lib/leaving.ts';
import { usePush } from './use-push.ts';

/** Returns the function that opens another page of the console, after what the present one has to do before. */
export function useGo(): (href: string) => void {
  const push = usePush();
  return useCallback(
    (href) => {
      const pending = leave();
      if (!pending) push(href);
      else void pending.then((isLeaving) => isLeaving && push(href));
    },
    [push],
  );
}

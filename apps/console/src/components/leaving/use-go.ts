import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { leave } from '#lib/leaving.ts';

/** Returns the function that opens another page of the console, after what the present one has to do before. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      const pending = leave();
      if (!pending) router.push(href);
      else void pending.then((isLeaving) => isLeaving && router.push(href));
    },
    [router],
  );
}

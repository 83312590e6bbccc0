import { useRouter } from 'next/navigation';
import { useCallback, useTransition } from 'react';
import { useLoadingSign } from '#lib/loading-sign.ts';

/** Returns the function that opens another page of the console, without what the present one has to do before. */
export function usePush(): (href: string) => void {
  const router = useRouter();
  const [isLoading, start] = useTransition();
  useLoadingSign(isLoading);
  return useCallback((href) => start(() => router.push(href)), [router]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Refetches the shown notes when notes change elsewhere. */
export function useLiveNotes(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isGone = false;
    let stop = () => {};
    const refresh = () => {
      void client.invalidateQueries({ queryKey: ['order-notes'] });
      void client.invalidateQueries({ queryKey: ['mentioning-notes'] });
    };
    // The first view does not need this module.
    import('./note-news.ts').then(({ watchNotes }) => {
      if (!isGone) stop = watchNotes({ onNews: refresh, onConnected: refresh });
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [client]);
}

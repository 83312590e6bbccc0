'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Milliseconds within which a burst of updates causes one refetch. */
const PAUSE = 400;

/** Keeps the shown data of one batch, or of all batches, up to date while `mayHappen`. */
export function useBatchNews(id: number | null, mayHappen: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!mayHappen) return;
    let isGone = false;
    let stop = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: id === null ? ['batches'] : ['batch', id] });
      }, PAUSE);
    };
    // The first view does not need this module.
    import('./batch-news.ts').then(({ watchBatches }) => {
      if (isGone) return;
      stop = watchBatches({
        onNews: (batchId) => {
          if (id === null || id === batchId) refresh();
        },
        onConnected: refresh,
      });
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [client, id, mayHappen]);
}

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Bursts of news are read for once in this time. */
const PAUSE = 400;

/** Keeps what is shown of one batch, or of all, up to date while something may happen to it. */
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
    // Nothing of the first view needs it.
    import('./batch-news.ts').then(({ watchBatches }) => {
      if (isGone) return;
      stop = watchBatches({
        onNews: (batchId) => {
          if (id === null || id === batchId) refresh();
        },
        onConnected: refresh,
        onLost: () => {},
      });
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [client, id, mayHappen]);
}

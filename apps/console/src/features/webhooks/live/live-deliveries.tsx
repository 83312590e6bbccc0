'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRefresher } from '#lib/live/topics.ts';

/** Refetches the shown webhook data when deliveries change; mounted by the pages that show them. */
export function LiveDeliveries() {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(client);
    let isGone = false;
    let hasConnected = false;
    let stop = () => {};
    // The first view does not need this module.
    import('./delivery-news.ts').then(({ watchDeliveries }) => {
      if (isGone) return;
      stop = watchDeliveries({
        onNews: () => refresher.markChanged('deliveries'),
        onConnected: () => {
          if (hasConnected) void refresher.markAllChanged({ isAgain: true });
          hasConnected = true;
        },
      });
    });
    return () => {
      isGone = true;
      refresher.stop();
      stop();
    };
  }, [client]);
  return null;
}

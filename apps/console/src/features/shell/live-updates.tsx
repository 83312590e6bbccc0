'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUpToDate } from '#lib/live/connection.ts';
import { createRefresher } from '#lib/live/topics.ts';
import { sessionGate } from '#lib/session-gate.ts';
import { useStore } from '#lib/use-store.ts';

/** Refetches the shown data when orders change elsewhere; mounted once. */
export function LiveUpdates() {
  const client = useQueryClient();
  const isSignedOut = useStore(sessionGate) !== null;
  useEffect(() => {
    if (isSignedOut) return;
    const refresher = createRefresher(client);
    let isGone = false;
    /** The number of losses. */
    let losses = 0;
    let stop = () => {};
    // The first view does not need this module.
    import('./order-news.ts').then(({ watchOrders }) => {
      if (isGone) return;
      stop = watchOrders({
        onNews: ({ orderId }) => refresher.markChanged('orders', `order:${orderId}`),
        onConnected: async () => {
          const before = losses;
          await refresher.markAllChanged({ isAgain: losses > 0 });
          if (losses === before) isUpToDate.set(true);
        },
        onLost: () => {
          losses += 1;
          isUpToDate.set(false);
        },
      });
    });
    return () => {
      isGone = true;
      refresher.stop();
      stop();
      isUpToDate.set(true);
    };
  }, [client, isSignedOut]);
  return null;
}

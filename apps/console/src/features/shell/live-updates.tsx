'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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
    let stop = () => {};
    // The first view does not need this module.
    import('./order-news.ts').then(({ watchOrders }) => {
      if (isGone) return;
      stop = watchOrders({
        onNews: ({ orderId }) => refresher.markChanged('orders', `order:${orderId}`),
        onConnected: () => refresher.markAllChanged(),
      });
    });
    return () => {
      isGone = true;
      refresher.stop();
      stop();
    };
  }, [client, isSignedOut]);
  return null;
}

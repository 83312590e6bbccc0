'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createRefresher } from '#lib/live/topics.ts';
import { sessionGate } from '#lib/session-gate.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import type { OrderNews } from './order-news.ts';

/** Whether the stream of order updates is connected. */
export const isLive = createStore(false);

const hearers = new Set<(news: OrderNews) => void>();

/** Calls back on each change of an order. To show the change, `meta.live` on the query is enough. */
export function useOrderNews(hear: (news: OrderNews) => void): void {
  const newest = useRef(hear);
  useEffect(() => {
    newest.current = hear;
  });
  useEffect(() => {
    const one = (news: OrderNews) => newest.current(news);
    hearers.add(one);
    return () => void hearers.delete(one);
  }, []);
}

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
        onNews: (news) => {
          refresher.tell('orders', `order:${news.orderId}`);
          for (const hear of hearers) hear(news);
        },
        onConnected: () => {
          isLive.set(true);
          refresher.tellAll();
        },
        onLost: () => isLive.set(false),
      });
    });
    return () => {
      isGone = true;
      isLive.set(false);
      refresher.stop();
      stop();
    };
  }, [client, isSignedOut]);
  return null;
}

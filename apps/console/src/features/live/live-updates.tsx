'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createRefresher } from '#lib/live/topics.ts';
import { sessionGate } from '#lib/session-gate.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import type { OrderNews } from './order-news.ts';

/** Whether news of orders arrive at present. */
export const isLive = createStore(false);

const hearers = new Set<(news: OrderNews) => void>();

/** Calls back at each change of an order. To show the change it is enough that the read has `meta.live`. */
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

/** Keeps what is shown up to date while orders change elsewhere; mounted once. */
export function LiveUpdates() {
  const client = useQueryClient();
  const isSignedOut = useStore(sessionGate) !== null;
  useEffect(() => {
    if (isSignedOut) return;
    const refresher = createRefresher(client);
    let isGone = false;
    let stop = () => {};
    // Nothing of the first view needs it.
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

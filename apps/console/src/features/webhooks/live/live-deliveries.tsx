'use client';

import { useLiveTopic } from '#lib/live/use-live-topic.ts';

const load = () => import('./delivery-news.ts').then(({ watchDeliveries }) => watchDeliveries);

/** Refetches the shown webhook data when deliveries change; mounted by the pages that show them. */
export function LiveDeliveries() {
  useLiveTopic('deliveries', load);
  return null;
}

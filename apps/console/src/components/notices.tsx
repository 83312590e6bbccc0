'use client';

import '@mantine/notifications/styles.css';

import dynamic from 'next/dynamic';
import { hasNotices } from '#lib/notice.ts';
import { useStore } from '#lib/use-store.ts';

const Notifications = dynamic(() => import('@mantine/notifications').then((module) => module.Notifications), {
  ssr: false,
});

/** Renders the notices; mounted once. */
export function Notices() {
  return useStore(hasNotices) && <Notifications position="bottom-right" limit={4} />;
}

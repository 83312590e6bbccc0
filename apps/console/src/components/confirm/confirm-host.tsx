'use client';

import dynamic from 'next/dynamic';
import { useStore } from '#lib/use-store.ts';
import { requested } from './confirm.ts';

const ConfirmDialog = dynamic(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog), {
  ssr: false,
});

/** Where the questions of `confirm` appear; mounted once. */
export function ConfirmHost() {
  const question = useStore(requested);
  return question && <ConfirmDialog {...question} />;
}

'use client';

import dynamic from 'next/dynamic';
import { useStore } from '#lib/use-store.ts';
import { requested } from './confirm.ts';

const ConfirmDialog = dynamic(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog), {
  ssr: false,
});

/** Renders the dialogs of `confirm`; mounted once. */
export function ConfirmHost() {
  const question = useStore(requested);
  return question && <ConfirmDialog {...question} />;
}

'use client';

import dynamic from 'next/dynamic';
import { sessionGate } from '#lib/session-gate.ts';
import { useStore } from '#lib/use-store.ts';

const SignInDialog = dynamic(() => import('./sign-in-dialog.tsx').then((module) => module.SignInDialog), {
  ssr: false,
});

/** Shows the sign-in dialog over the page when the session has ended; mounted once. */
export function SignInAgain() {
  const gate = useStore(sessionGate);
  return gate && <SignInDialog pass={gate.pass} />;
}

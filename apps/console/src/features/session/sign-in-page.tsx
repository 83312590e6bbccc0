'use client';

import { SignInForm } from './sign-in-form.tsx';

/** The form of the login page; continues to `next`. */
export function SignInPage({ next }: { next: string }) {
  return <SignInForm onSignedIn={() => leaveFor(next)} />;
}

/** Loads the page from scratch, so that no data of a previous user stays in memory. */
function leaveFor(path: string): Promise<never> {
  window.location.assign(path);
  return new Promise(() => {});
}

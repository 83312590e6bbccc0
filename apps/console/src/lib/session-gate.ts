import { createStore } from './store.ts';

/*
 * A session can end while a page is in use. Requests then wait here, the page keeps its state and input, and a dialog
 * asks for the password (`features/session/sign-in-again.tsx`).
 */

type Gate = { passed: Promise<void>; pass: () => void };

/** The gate that requests wait at; null while a session is open. */
export const sessionGate = createStore<Gate | null>(null);

/** Waits until the same user has signed in again. */
export function signedInAgain(): Promise<void> {
  const closed = sessionGate.get();
  if (closed) return closed.passed;
  const { promise, resolve } = Promise.withResolvers<void>();
  sessionGate.set({
    passed: promise,
    pass: () => {
      sessionGate.set(null);
      resolve();
    },
  });
  return promise;
}

import { createStore } from './store.ts';

/*
 * A session can end while somebody is in the middle of something. What is sent then waits here, the page stays as it is
 * with everything that was typed, and a dialog asks for the password (`features/session/sign-in-again.tsx`).
 */

type Gate = { passed: Promise<void>; pass: () => void };

/** The gate that everything waits at; null while a session is open. */
export const sessionGate = createStore<Gate | null>(null);

/** Waits until the same person has signed in again. */
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

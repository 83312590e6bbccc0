import type { ReactNode } from 'react';
import { createStore } from '#lib/store.ts';

export type Question = {
  title: string;
  /** What will happen, with numbers where there are some. */
  body: ReactNode;
  /** The button that does it, by the verb of what it does: `Send 14 again`. */
  action: string;
  /** What can't be taken back is red. */
  isDangerous?: boolean;
};

type Requested = Question & { answer: (isConfirmed: boolean) => void };

export const requested = createStore<Requested | null>(null);

/** Asks before something is done; answers false when it is put off. One question at a time. */
export function confirm(question: Question): Promise<boolean> {
  requested.get()?.answer(false);
  return new Promise((resolve) => {
    requested.set({
      ...question,
      answer: (isConfirmed) => {
        requested.set(null);
        resolve(isConfirmed);
      },
    });
  });
}

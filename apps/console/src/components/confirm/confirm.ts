import type { ReactNode } from 'react';
import { createStore } from '#lib/store.ts';

export type Question = {
  title: string;
  /** What will happen, with numbers if there are any. */
  body: ReactNode;
  /** The label of the confirming button, with a verb: `Send 14 again`. */
  action: string;
  /** True for actions that can't be undone; shown in red. */
  isDangerous?: boolean;
};

type Requested = Question & { answer: (isConfirmed: boolean) => void };

export const requested = createStore<Requested | null>(null);

/** Asks for confirmation; resolves to false if it is declined. Shows one question at a time. */
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

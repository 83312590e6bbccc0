'use client';

import { ProblemPanel } from '#components/problem-panel.tsx';

/** A fault of the console itself: what a screen expects to go wrong, it says in its own place. */
export default function ConsoleError({ error, reset }: { error: Error; reset: () => void }) {
  return <ProblemPanel problem={error} subject="this page" retry={reset} />;
}

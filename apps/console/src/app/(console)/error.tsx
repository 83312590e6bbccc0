'use client';

import dynamic from 'next/dynamic';

// Every page has this one at hand; what it looks like is loaded when it is needed.
const ProblemPanel = dynamic(() => import('#components/problem-panel.tsx').then((module) => module.ProblemPanel), {
  loading: () => <p role="alert">Something went wrong. Load the page again.</p>,
});

/** A fault of the console itself: what a screen expects to go wrong, it says in its own place. */
export default function ConsoleError({ error, reset }: { error: Error; reset: () => void }) {
  return <ProblemPanel problem={error} subject="this page" retry={reset} />;
}

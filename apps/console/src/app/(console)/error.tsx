'use client';

import { Trans } from '@lingui/react/macro';
import dynamic from 'next/dynamic';

// Every page includes this module; the panel is loaded on demand.
const ProblemPanel = dynamic(() => import('#components/problem-panel.tsx').then((module) => module.ProblemPanel), {
  loading: () => (
    <p role="alert">
      <Trans>Something went wrong. Reload the page.</Trans>
    </p>
  ),
});

/** The error boundary for internal errors of the console; screens report expected errors themselves. */
export default function ConsoleError({ error, reset }: { error: Error; reset: () => void }) {
  return <ProblemPanel query={{ error, isFetching: false, refetch: reset }} />;
}

'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Problem } from '#lib/problem.ts';
import { StatePanel } from './state-panel.tsx';

type ProblemPanelProps = {
  problem: unknown;
  /** What can't be shown, such as `the orders`. */
  subject: string;
  retry: () => void;
  isRetrying?: boolean;
  /** A way on that does not depend on the answer. */
  elsewhere?: ReactNode;
};

/** Says why something could not be read, and what to do. */
export function ProblemPanel({ problem, subject, retry, isRetrying, elsewhere }: ProblemPanelProps) {
  const again = (
    <Button onClick={retry} loading={isRetrying} variant="default">
      Try again
    </Button>
  );
  const known = problem instanceof Problem ? problem : undefined;
  switch (known?.kind) {
    case 'unauthenticated':
      return null; // on the way to the login page
    case 'unreachable':
      return (
        <StatePanel icon={IconPlugConnectedX} color="orange" title="The server can’t be reached" action={again} isAlert>
          It may be starting anew, or your connection is down. This page asks again every few seconds and goes on by
          itself.
        </StatePanel>
      );
    case 'forbidden':
      return (
        <StatePanel icon={IconLock} title={`You may not see ${subject}`} action={elsewhere} isAlert>
          Your roles don’t allow it. Ask an administrator of your organization if you need it.
        </StatePanel>
      );
    case 'not-found':
      return (
        <StatePanel icon={IconSearchOff} title="Nothing here" action={elsewhere} isAlert>
          What this address leads to does not exist, or your roles don’t show it to you. Check the number.
        </StatePanel>
      );
    case 'invalid':
      return (
        <StatePanel icon={IconAlertTriangle} title="The server did not understand" action={elsewhere ?? again} isAlert>
          {known.message} The address of this page may have been changed by hand.
        </StatePanel>
      );
    default:
      return (
        <StatePanel icon={IconAlertTriangle} color="red" title="Something went wrong" action={again} isAlert>
          The server could not answer. Try again; if it stays like this, tell your administrator
          {known?.trackingId ? ` and name the reference ${known.trackingId}` : ''}.
        </StatePanel>
      );
  }
}

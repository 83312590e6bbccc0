'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Problem } from '#lib/problem.ts';
import { StatePanel } from './state-panel.tsx';

type ProblemPanelProps = {
  problem: unknown;
  /** The name of the missing content, such as `the orders`. */
  subject: string;
  retry: () => void;
  isRetrying?: boolean;
  /** A link to another page that does not need the missing content. */
  elsewhere?: ReactNode;
};

/** Explains why content could not be loaded, and what to do. */
export function ProblemPanel({ problem, subject, retry, isRetrying, elsewhere }: ProblemPanelProps) {
  const again = (
    <Button onClick={retry} loading={isRetrying} variant="default">
      Try again
    </Button>
  );
  // With a link to elsewhere, the panel replaces the whole page.
  const panel = { isAlert: true, isPage: elsewhere !== undefined };
  const known = problem instanceof Problem ? problem : undefined;
  switch (known?.kind) {
    case 'unauthenticated':
      return null; // redirecting to the login page
    case 'unreachable':
      return (
        <StatePanel
          icon={IconPlugConnectedX}
          color="orange"
          title="The server can’t be reached"
          action={again}
          {...panel}
        >
          It may be restarting, or your connection is down. This page retries every few seconds and continues itself.
        </StatePanel>
      );
    case 'forbidden':
      return (
        <StatePanel icon={IconLock} title={`You may not see ${subject}`} action={elsewhere} {...panel}>
          Your roles don’t allow it. Ask an administrator of your organization if you need it.
        </StatePanel>
      );
    case 'not-found':
      return (
        <StatePanel icon={IconSearchOff} title="Nothing here" action={elsewhere} {...panel}>
          The page does not exist, or your roles don’t give access to it. Check the number in the address.
        </StatePanel>
      );
    case 'invalid':
      return (
        <StatePanel
          icon={IconAlertTriangle}
          title="The server did not understand"
          action={elsewhere ?? again}
          {...panel}
        >
          {known.message} The address of this page may have been changed by hand.
        </StatePanel>
      );
    default:
      return (
        <StatePanel icon={IconAlertTriangle} color="red" title="Something went wrong" action={again} {...panel}>
          The server could not answer. Try again; if the problem persists, contact your administrator
          {known?.trackingId ? ` with the reference ${known.trackingId}` : ''}.
        </StatePanel>
      );
  }
}

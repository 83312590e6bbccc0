'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconLock, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Problem } from '#lib/problem.ts';
import { BusyButton } from './busy-button.tsx';
import { StatePanel } from './state-panel.tsx';

type ProblemPanelProps = {
  /** The query that failed, or what has its members. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** The title if the viewer's roles don't allow the content: `You may not see the orders`. */
  forbidden?: string;
  /** A link to another page that does not need the missing content. */
  elsewhere?: ReactNode;
  /** Whether the panel is the whole page; with a link to elsewhere, it is. */
  isPage?: boolean;
};

/** Explains why content could not be loaded, and what to do. */
export function ProblemPanel({ query, forbidden, elsewhere, isPage = elsewhere !== undefined }: ProblemPanelProps) {
  const { t } = useLingui();
  const { error } = query;
  const again = (
    <BusyButton onClick={() => query.refetch()} loading={query.isFetching} variant="default">
      <Trans>Try again</Trans>
    </BusyButton>
  );
  const panel = { isAlert: true, isPage };
  const known = error instanceof Problem ? error : undefined;
  const reference = known?.trackingId;
  switch (known?.kind) {
    case 'unauthenticated':
      return null; // redirecting to the login page
    case 'unreachable':
      return (
        <StatePanel
          icon={IconPlugConnectedX}
          color="orange"
          title={t`The server can’t be reached`}
          action={again}
          {...panel}
        >
          <Trans>
            It may be restarting, or your connection is down. This page retries every few seconds and continues itself.
          </Trans>
        </StatePanel>
      );
    case 'forbidden':
      return (
        <StatePanel icon={IconLock} title={forbidden ?? t`You may not see this page`} action={elsewhere} {...panel}>
          <Trans>Your roles don’t allow it. Ask an administrator of your organization if you need it.</Trans>
        </StatePanel>
      );
    case 'not-found':
      return (
        <StatePanel icon={IconSearchOff} title={t`Nothing here`} action={elsewhere} {...panel}>
          <Trans>
            The page does not exist, or your roles don’t give access to it. Check the number in the address.
          </Trans>
        </StatePanel>
      );
    case 'invalid':
      return (
        <StatePanel
          icon={IconAlertTriangle}
          title={t`The server did not understand`}
          action={elsewhere ?? again}
          {...panel}
        >
          {known.message} <Trans>The address of this page may have been changed by hand.</Trans>
        </StatePanel>
      );
    default:
      return (
        <StatePanel icon={IconAlertTriangle} color="red" title={t`Something went wrong`} action={again} {...panel}>
          {reference ? (
            <Trans>
              The server could not answer. Try again; if the problem persists, contact your administrator with the
              reference {reference}.
            </Trans>
          ) : (
            <Trans>The server could not answer. Try again; if the problem persists, contact your administrator.</Trans>
          )}
        </StatePanel>
      );
  }
}

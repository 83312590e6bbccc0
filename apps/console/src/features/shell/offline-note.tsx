'use client';

import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';

/** Warns on every page while the browser is offline. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <Alert role="alert" color="orange" icon={<IconWifiOff />} radius={0} py="xs">
      <Trans>
        You are offline. The data on this page may be out of date, and nothing can be saved until the network is back.
        Your input is kept.
      </Trans>
    </Alert>
  );
}

function follow(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

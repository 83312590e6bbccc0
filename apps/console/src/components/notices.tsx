'use client';

import '@mantine/notifications/styles.css';

import { useLingui } from '@lingui/react/macro';
import { MantineThemeProvider } from '@mantine/core';
import dynamic from 'next/dynamic';
import { hasNotices } from '#lib/notice.ts';
import { useStore } from '#lib/use-store.ts';

const Notifications = dynamic(() => import('@mantine/notifications').then((module) => module.Notifications), {
  ssr: false,
});

/** Mantine's own grey is too light for a text. */
const styles = { description: { color: 'var(--mantine-color-dimmed)' } };

/** Renders the notices; mounted once. */
export function Notices() {
  const { t } = useLingui();
  const isShown = useStore(hasNotices);
  if (!isShown) return null;
  const closeButtonProps = { 'aria-label': t`Close this notice` };
  return (
    <MantineThemeProvider theme={{ components: { Notification: { defaultProps: { closeButtonProps }, styles } } }}>
      <Notifications position="bottom-right" limit={4} />
    </MantineThemeProvider>
  );
}

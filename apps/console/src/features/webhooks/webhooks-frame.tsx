'use client';

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Title } from '@mantine/core';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from '#components/link.tsx';
import classes from './webhooks-frame.module.css';

const LISTS = [
  { path: '/webhooks/endpoints', label: msg`Endpoints` },
  { path: '/webhooks/events', label: msg`Events` },
  { path: '/webhooks/deliveries', label: msg`Deliveries` },
];

type WebhooksFrameProps = {
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The frame of the webhook lists: heading and tabs. */
export function WebhooksFrame({ aside, children }: WebhooksFrameProps) {
  const { t } = useLingui();
  const pathname = usePathname();
  return (
    <Box>
      <Group px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} justify="space-between" gap="sm">
        {/* As tall as a button, so that the tabs below do not move when a button is shown beside it. */}
        <Title order={1} lh="36px">
          <Trans>Webhooks</Trans>
        </Title>
        {aside}
      </Group>
      <nav aria-label={t`Webhooks`} className={classes.lists}>
        {LISTS.map(({ path, label }) => (
          <Link key={path} href={path} className={classes.list} aria-current={pathname === path ? 'page' : undefined}>
            {t(label)}
          </Link>
        ))}
      </nav>
      {children}
    </Box>
  );
}

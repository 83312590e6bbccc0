'use client';

import { Box, Group, Title } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import classes from './webhooks-frame.module.css';

const LISTS = [
  { path: '/webhooks/endpoints', label: 'Endpoints' },
  { path: '/webhooks/events', label: 'Events' },
  { path: '/webhooks/deliveries', label: 'Deliveries' },
];

type WebhooksFrameProps = {
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The frame of the webhook lists: heading and tabs. */
export function WebhooksFrame({ aside, children }: WebhooksFrameProps) {
  const pathname = usePathname();
  return (
    <Box>
      <Group px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} justify="space-between" gap="sm">
        {/* As tall as a button, so that the tabs below do not move when a button is shown beside it. */}
        <Title order={1} lh="36px">
          Webhooks
        </Title>
        {aside}
      </Group>
      <nav aria-label="Webhooks" className={classes.lists}>
        {LISTS.map(({ path, label }) => (
          <Link key={path} href={path} className={classes.list} aria-current={pathname === path ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Box>
  );
}

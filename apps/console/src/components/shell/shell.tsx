'use client';

import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { Brand } from '../brand.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';

/** The frame of every page: the pages at the side, the account below them. On a phone both hide behind a button. */
export function Shell({ account, children }: { account: ReactNode; children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has gone to another page has chosen from the menu
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 214, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.side}>
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label="Menu" aria-expanded={isOpen} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.side} aria-label="Main">
        <AppShell.Section visibleFrom="sm" p="md" pb="xs">
          <Brand />
        </AppShell.Section>
        <AppShell.Section grow px="xs" pt="xs">
          <Navigation />
        </AppShell.Section>
        <AppShell.Section p="xs">{account}</AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

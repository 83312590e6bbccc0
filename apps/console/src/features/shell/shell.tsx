'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { Brand } from '#components/brand.tsx';
import { Keyboard } from '#components/keyboard/keyboard.tsx';
import { Leaving } from '#components/leaving/leaving.tsx';
import { openPalette, Palette, PaletteButton } from '#features/palette/index.ts';
import { AccountMenu, SignInAgain } from '#features/session/index.ts';
import { ConnectionSign } from './connection-sign.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineNote } from './offline-note.tsx';
import classes from './shell.module.css';

/** The frame of every page: navigation at the side, account below. On a phone or a tablet both are hidden behind a button. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const [isOpen, { toggle, close }] = useDisclosure();
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on navigation
  useEffect(close, [pathname, close]);
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <header className={classes.head}>
        <Brand />
        <ConnectionSign />
        <Group gap="xs">
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`Search everything`} onClick={openPalette}>
            <IconSearch size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={t`Menu`} aria-expanded={isOpen} />
        </Group>
      </header>
      <nav className={classes.side} data-open={isOpen || undefined} aria-label={t`Main`}>
        <div className={classes.top}>
          <Brand />
          <PaletteButton />
        </div>
        <div className={classes.pages}>
          <Navigation />
        </div>
        <div className={classes.account}>
          <ConnectionSign />
          <AccountMenu />
        </div>
      </nav>
      <main id="content" tabIndex={-1} className={classes.main}>
        <LoadingBar />
        <OfflineNote />
        {children}
      </main>
      <Keyboard />
      <Leaving />
      <Palette />
      <LiveUpdates />
      <SignInAgain />
    </div>
  );
}

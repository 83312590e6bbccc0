'use client';

import { Trans } from '@lingui/react/macro';
import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { KeyCaps } from '#components/keyboard/key-caps.tsx';
import { openPalette } from './palette.tsx';
import classes from './palette-button.module.css';

/** Opens the palette and shows its keyboard shortcut. */
export function PaletteButton() {
  return (
    <UnstyledButton className={classes.button} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} stroke={1.7} aria-hidden />
      <Text span size="sm" flex={1}>
        <Trans>
          Search <VisuallyHidden>everything</VisuallyHidden>
        </Trans>
      </Text>
      <span aria-hidden>
        <KeyCaps keys="mod+k" />
      </span>
    </UnstyledButton>
  );
}

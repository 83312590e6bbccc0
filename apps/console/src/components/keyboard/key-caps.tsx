'use client';

import { Kbd } from '@mantine/core';

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A keyboard shortcut with the key names of the visitor's system. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <Kbd size="sm" suppressHydrationWarning>
      {keyText(keys)}
    </Kbd>
  );
}

const keyText = (keys: string): string =>
  keys.startsWith('mod+') ? `${isMac() ? '⌘' : 'Ctrl '}${keys.slice(4).toUpperCase()}` : keys;

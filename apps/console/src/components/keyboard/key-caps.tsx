'use client';

import { Kbd } from '@mantine/core';

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys as they are printed on the visitor's keyboard. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <Kbd size="sm" suppressHydrationWarning>
      {keyText(keys)}
    </Kbd>
  );
}

const keyText = (keys: string): string =>
  keys.startsWith('mod+') ? `${isMac() ? '⌘' : 'Ctrl '}${keys.slice(4).toUpperCase()}` : keys;

'use client';

import { useLingui } from '@lingui/react/macro';
import { Kbd } from '@mantine/core';

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A keyboard shortcut with the key names of the visitor's system. */
export function KeyCaps({ keys }: { keys: string }) {
  const { t } = useLingui();
  const modifier = isMac() ? '⌘' : `${t({ message: 'Ctrl', context: 'key' })} `;
  return (
    <Kbd size="sm" suppressHydrationWarning>
      {keys.startsWith('mod+') ? `${modifier}${keys.slice(4).toUpperCase()}` : keys}
    </Kbd>
  );
}

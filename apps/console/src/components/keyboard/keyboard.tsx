'use client';

import { useLingui } from '@lingui/react/macro';
import { useDisclosure } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useCommandKeys, useCommands } from './commands.ts';
import { useKeptFocus } from './kept-focus.ts';

const KeyboardHelp = dynamic(() => import('./keyboard-help.tsx').then((module) => module.KeyboardHelp), {
  ssr: false,
});

/** Enables the keyboard shortcuts of the page, which `?` lists, and keeps the focus. Mounted once. */
export function Keyboard() {
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure();
  useCommandKeys();
  useKeptFocus();
  useCommands('everywhere', [{ does: t`Show the keyboard shortcuts`, keys: '?', run: open }]);
  return isOpen && <KeyboardHelp close={close} />;
}

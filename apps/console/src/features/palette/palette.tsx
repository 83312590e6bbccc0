'use client';

import { useLingui } from '@lingui/react/macro';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { awaitEarlyText } from '#lib/early-keys.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const load = () => import('./palette-dialog.tsx').then((module) => module.PaletteDialog);
const PaletteDialog = dynamic(load, { ssr: false });

const isOpen = createStore(false);

export function openPalette(): void {
  awaitEarlyText();
  isOpen.set(true);
}
const closePalette = () => isOpen.set(false);

/** The search for orders, people, products, pages and actions; loaded when it is first opened. Mounted once. */
export function Palette() {
  const { t } = useLingui();
  const isShown = useStore(isOpen);
  useCommands('everywhere', [
    { does: t`Find orders, people, pages and actions`, keys: 'mod+k', run: openPalette, inPalette: false },
  ]);
  // Ctrl or Cmd alone starts loading, so that the field is ready for typing right after the shortcut.
  useEffect(() => {
    const prepare = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') void load();
    };
    window.addEventListener('keydown', prepare);
    return () => window.removeEventListener('keydown', prepare);
  }, []);
  return isShown && <PaletteDialog close={closePalette} />;
}

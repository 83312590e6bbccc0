'use client';

import dynamic from 'next/dynamic';
import { useCommands } from '#components/keyboard/commands.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const PaletteDialog = dynamic(() => import('./palette-dialog.tsx').then((module) => module.PaletteDialog), {
  ssr: false,
});

const isOpen = createStore(false);

export const openPalette = () => isOpen.set(true);
const closePalette = () => isOpen.set(false);

/** Finds orders, people, products, pages and actions from anywhere; loaded when it is first opened. Mounted once. */
export function Palette() {
  const isShown = useStore(isOpen);
  useCommands('Everywhere', [
    { does: 'Find orders, people, pages and actions', keys: 'mod+k', run: openPalette, inPalette: false },
  ]);
  return isShown && <PaletteDialog close={closePalette} />;
}

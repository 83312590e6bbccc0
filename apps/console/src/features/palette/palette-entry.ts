import type { ReactNode } from 'react';

/** A link or an action in the palette. */
export type PaletteEntry = {
  id: string;
  label: string;
  /** A text that distinguishes it from other entries with the same label. */
  hint?: string;
  icon: ReactNode;
  /** Its keyboard shortcut, if it has one. */
  keys?: string;
  /** The link target. Either this or `run` is set. */
  href?: string;
  run?: () => void;
};

export type PaletteGroup = { label: string; entries: PaletteEntry[] };

/** Whether all words occur in a text, in any order and letter case. */
export function holdsWords(text: string, words: string): boolean {
  const held = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}

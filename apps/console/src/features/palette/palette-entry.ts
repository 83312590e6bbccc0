import type { ReactNode } from 'react';

/** Something that the palette can lead to or do. */
export type PaletteEntry = {
  id: string;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
  icon: ReactNode;
  /** Its key, for what can be had without the palette. */
  keys?: string;
  /** Where it leads. Either this or `run`. */
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

import { createLoader, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { HOLDER_NAMES } from './tag-holders.ts';

/** What the address of the page about tags says. */
export const tagFilterParsers = {
  q: parseAsString.withDefault(''),
  /** What carries them. */
  on: parseAsStringLiteral(HOLDER_NAMES),
};

export const loadTagFilters = createLoader(tagFilterParsers);

import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { parseAsText } from '#lib/url-parsers.ts';
import { HOLDER_NAMES } from './tag-holders.ts';

/** What the address of the page about tags says. */
export const tagFilterParsers = {
  q: parseAsText.withDefault(''),
  /** What carries them. */
  on: parseAsStringLiteral(HOLDER_NAMES),
};

export const loadTagFilters = createLoader(tagFilterParsers);

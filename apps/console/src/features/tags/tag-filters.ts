import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { parseAsText } from '#lib/url-parsers.ts';
import { HOLDER_NAMES } from './tag-holders.ts';

/** The query parameters of the page of tags. */
export const tagFilterParsers = {
  q: parseAsText.withDefault(''),
  /** The kind of resource that has the tags. */
  on: parseAsStringLiteral(HOLDER_NAMES),
};

export const loadTagFilters = createLoader(tagFilterParsers);

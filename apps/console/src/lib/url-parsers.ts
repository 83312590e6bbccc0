import { createParser, parseAsArrayOf, type SingleParser } from 'nuqs/server';
import { isDay } from './format.ts';

/** An id; an invalid value counts as absent. */
export const parseAsId = createParser({
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** A page number, from 1; a million and more is treated as an error. */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** A day, `YYYY-MM-DD`. */
export const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
});

/** A month, `YYYY-MM`. */
export const parseAsMonth = createParser({
  parse: (text) => (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`) ? text : null),
  serialize: (month: string) => month,
});

const MAX_TEXT = 500;

/** A search text, truncated to 500 characters. */
export const parseAsText = createParser({
  parse: (text) => text.slice(0, MAX_TEXT).toWellFormed(),
  serialize: (text: string) => text,
});

const MAX_ENTRIES = 100;

/**
 * Comma-separated entries without duplicates. At most the first 100 entries are read, because the author of a link
 * controls their number and each row of a list may render all of them.
 */
export function parseAsSetOf<Entry>(parser: SingleParser<Entry>) {
  const { parse, serialize, eq } = parseAsArrayOf(parser);
  return createParser<Entry[]>({
    parse: (text) => {
      const entries = parse(text.split(',', MAX_ENTRIES).join(','));
      return entries && [...new Set(entries)];
    },
    serialize,
    eq,
  });
}

import { createParser, parseAsArrayOf, type SingleParser } from 'nuqs/server';
import { isDay } from './format.ts';

/** The id of something; what can't be one counts as absent. */
export const parseAsId = createParser({
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** The pages of a list are counted from 1; a million of them and more is a slip. */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** A day of a calendar, `YYYY-MM-DD`. */
export const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
});

/** A month of a calendar, `YYYY-MM`. */
export const parseAsMonth = createParser({
  parse: (text) => (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`) ? text : null),
  serialize: (month: string) => month,
});

const MAX_TEXT = 500;

/** What is searched for; the API is asked for at most the first 500 characters. */
export const parseAsText = createParser({
  parse: (text) => text.slice(0, MAX_TEXT).toWellFormed(),
  serialize: (text: string) => text,
});

const MAX_ENTRIES = 100;

/** Entries with commas between them, each once: whoever makes a link decides how many there are, and each row of a list may show all. At most the first 100 are read. */
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

import { createParser, parseAsArrayOf, type SingleParser } from 'nuqs/server';
import { isDay } from './format.ts';

/** An id; an invalid value counts as absent. */
export const parseAsId = createParser({
  parse: (text) => (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null),
  serialize: String,
});

/** A page number, from 1; a million and more is treated as an error. */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** `true` or `false`. */
export const parseAsFlag = createParser({
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : null),
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

/** A value of a query parameter that its parser does not know and ignores. */
export type UnknownValue = { name: string; value: string };

type Parsers = Record<string, { parse: (text: string) => unknown }>;

/** The unknown values in a query string; of a set, each unknown entry. */
export function unknownValues(parsers: Parsers, search: URLSearchParams): UnknownValue[] {
  return Object.entries(parsers).flatMap(([name, { parse }]) => {
    const text = search.get(name) ?? '';
    const entries = Array.isArray(parse(text)) ? text.split(',', MAX_ENTRIES) : [text];
    return entries.filter((entry) => entry !== '' && isUnknown(parse(entry))).map((value) => ({ name, value }));
  });
}

const isUnknown = (parsed: unknown): boolean => parsed === null || (Array.isArray(parsed) && parsed.length === 0);

/** A query string without one of its values. */
export function withoutValue(search: URLSearchParams, { name, value }: UnknownValue): string {
  const kept = (search.get(name) ?? '').split(',').filter((entry) => entry !== value);
  const next = new URLSearchParams(search);
  if (kept.length > 0) next.set(name, kept.join(','));
  else next.delete(name);
  // Commas separate the entries of a set in all URLs of the console.
  return next.toString().replaceAll('%2C', ',');
}

import { createLoader, createParser, parseAsStringLiteral } from 'nuqs/server';
import { parseAsSetOf } from '#lib/url-parsers.ts';
import { ROW_STATUSES } from '../batch-words.ts';

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** Which orders of a batch the address shows: those in these states (all without), and which page of them. */
export const shownParsers = {
  statuses: parseAsSetOf(parseAsStringLiteral(ROW_STATUSES)),
  page: parseAsPage.withDefault(1),
};

/** Reads it from the search of an address. */
export const loadShown = createLoader(shownParsers);

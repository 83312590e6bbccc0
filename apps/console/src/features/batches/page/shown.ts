import { createLoader, createParser, parseAsBoolean, parseAsStringLiteral } from 'nuqs/server';
import { parseAsSetOf } from '#lib/url-parsers.ts';
import { ROW_STATUSES } from '../batch-labels.ts';

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** The query parameters of a batch's page: the outcomes shown (all if absent), whether only orders with clashes
 * are shown, and the page number. */
export const shownParsers = {
  statuses: parseAsSetOf(parseAsStringLiteral(ROW_STATUSES)),
  clashes: parseAsBoolean.withDefault(false),
  page: parseAsPage.withDefault(1),
};

/** Parses the query string. */
export const loadShown = createLoader(shownParsers);

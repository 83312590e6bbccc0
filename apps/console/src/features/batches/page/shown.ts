import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { parseAsFlag, parseAsPage, parseAsSetOf } from '#lib/url-parsers.ts';
import { ROW_STATUSES } from '../batch-labels.ts';

/** The query parameters of a batch's page: the outcomes shown (all if absent), whether only orders with clashes
 * are shown, and the page number. */
export const shownParsers = {
  statuses: parseAsSetOf(parseAsStringLiteral(ROW_STATUSES)),
  clashes: parseAsFlag.withDefault(false),
  page: parseAsPage.withDefault(1),
};

/** Parses the query string. */
export const loadShown = createLoader(shownParsers);

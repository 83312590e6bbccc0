import { createLoader, type inferParserType } from 'nuqs/server';
import { addDays } from '#lib/format.ts';
import { parseAsDay, parseAsId } from '#lib/url-parsers.ts';

/** The most days that the server compares at once, apart from the first. */
const MORE_DAYS = 30;

/** The query parameters of the page: whose jobs, from a day (default: today) to a day (default: the first). */
export const handOverParsers = { person: parseAsId, from: parseAsDay, to: parseAsDay };

/** Parses the query string. */
export const loadHandOverAddress = createLoader(handOverParsers);

/** The days of an address: the last is not before the first, and not too far after it. */
export function daysOf({ from, to }: Pick<inferParserType<typeof handOverParsers>, 'from' | 'to'>, today: string) {
  const first = from ?? today;
  const last = to === null || to < first ? first : to;
  const limit = addDays(first, MORE_DAYS);
  return { from: first, to: [last, limit].sort()[0] ?? first };
}

import { createLoader, createParser, type inferParserType, parseAsStringLiteral } from 'nuqs/server';
import { addDays, isDay } from '#lib/format.ts';

export const SPANS = ['day', 'week', 'month'] as const;
export type Span = (typeof SPANS)[number];

/** The query parameters of the schedule on the page of a person. */
export const scheduleParsers = {
  span: parseAsStringLiteral(SPANS).withDefault('week'),
  /** A day of the span; defaults to today. */
  on: createParser({ parse: (text) => (isDay(text) ? text : null), serialize: (day: string) => day }),
};

export type ScheduleAddress = inferParserType<typeof scheduleParsers>;

/** Parses the query string. */
export const loadScheduleAddress = createLoader(scheduleParsers);

/** The days of a span; of a month, its weeks from Monday to Sunday. */
export function rangeOf(span: Span, on: string): { from: string; to: string } {
  if (span === 'day') return { from: on, to: on };
  if (span === 'week') return weeksOf(on, on);
  const last = addDays(addMonths(on, 1), -1);
  return weeksOf(`${on.slice(0, 8)}01`, last);
}

/** The same span later, or earlier (`count` is negative). */
export function shifted(span: Span, on: string, count: number): string {
  if (span === 'month') return addMonths(on, count);
  return addDays(on, span === 'week' ? 7 * count : count);
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** From the Monday before the first day to the Sunday after the last. */
const weeksOf = (first: string, last: string) => ({
  from: addDays(first, 1 - weekdayOf(first)),
  to: addDays(last, 7 - weekdayOf(last)),
});

/** The first day of a month later. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

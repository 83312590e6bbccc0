import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { DayRange } from '#lib/day-range.ts';
import { addDays, formatDay, formatDays } from '#lib/format.ts';

/** The named ranges, relative to today. */
export const NAMED_RANGES: { label: MessageDescriptor; range: (today: string) => DayRange | null }[] = [
  { label: msg`Any day`, range: () => null },
  { label: msg`Today`, range: (today) => ({ from: today, to: today }) },
  { label: msg`Tomorrow`, range: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }) },
  { label: msg`Next 7 days`, range: (today) => ({ from: today, to: addDays(today, 6) }) },
  { label: msg`Next 30 days`, range: (today) => ({ from: today, to: addDays(today, 29) }) },
  { label: msg`From today on`, range: (today) => ({ from: today, to: null }) },
  { label: msg`Last 7 days`, range: (today) => ({ from: addDays(today, -6), to: today }) },
  { label: msg`Last 30 days`, range: (today) => ({ from: addDays(today, -29), to: today }) },
];

/** A range as text, such as `24–27 Nov 2026` or `from 24 Nov 2026`. */
export function rangeText(i18n: I18n, locale: string, { from, to }: DayRange): string {
  if (from && to) return formatDays(locale, from, to);
  return from
    ? t(i18n)`from ${{ day: formatDay(locale, from) }}`
    : t(i18n)`until ${{ day: formatDay(locale, to ?? '') }}`;
}

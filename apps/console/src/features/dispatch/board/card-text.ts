import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { addDays, formatDay, formatTime } from '#lib/format.ts';
import type { Absence, Board, Job, OtherDraft, Task } from '../board-query.ts';

/** The labels of the tasks. */
export const TASKS: Record<Task, MessageDescriptor> = {
  pickup: msg`Pickup`,
  dropoff: msg`Drop-off`,
  guide: msg`Guiding`,
};

/** The name of the first passenger, who is the leader. */
export function leaderOf(i18n: I18n, { order }: Job): string {
  const [leader] = order.passengers;
  return leader ? `${leader.firstName} ${leader.lastName}`.trim() || t(i18n)`No name` : t(i18n)`No passengers`;
}

/** What the person of a job says of it; null for a person who is only drafted, and where there is nobody. */
export const statusOf = ({ crew, personId }: Job): Job['crew'] => (crew?.personId === personId ? crew : null);

/** The name of a person on the board. */
export const nameOf = (i18n: I18n, { drivers, guides }: Board, id: number | null): string =>
  id === null
    ? t(i18n)`Unassigned`
    : ([...drivers, ...guides].find((one) => one.id === id)?.name ?? t(i18n)`Person ${id}`);

/** What another user has drafted for a job, such as `Bea Santos has drafted: to Ana Lopes, 24 Nov 2026, 09:30`. */
export function otherDraftText(i18n: I18n, locale: string, { person, assignee, date, time }: OtherDraft): string {
  const { name } = person;
  const text = assignee
    ? t(i18n)`${name} has drafted: to ${{ assignee: assignee.name }}`
    : t(i18n)`${name} has drafted: unassigned`;
  return [text, date && formatDay(locale, date), time && formatTime(locale, time)].filter(Boolean).join(', ');
}

/** An absence in words for the day shown, such as `Absent until 26 Nov 2026 (holiday)`. */
export function absenceText(i18n: I18n, locale: string, { from, until, reason }: Absence, day: string): string {
  const text = spanText(i18n, locale, { from, until }, day);
  return reason ? `${text} (${reason})` : text;
}

function spanText(i18n: I18n, locale: string, { from, until }: Pick<Absence, 'from' | 'until'>, day: string): string {
  if (from > `${day} 00:00:00`) return t(i18n)`Absent from ${{ time: formatTime(locale, from.slice(11)) }}`;
  if (until < `${day} 24:00:00`) return t(i18n)`Absent until ${{ time: formatTime(locale, until.slice(11)) }}`;
  // Until midnight: the day before is the last one.
  const last = until.endsWith('00:00:00') ? addDays(until.slice(0, 10), -1) : until.slice(0, 10);
  return last === day ? t(i18n)`Absent all day` : t(i18n)`Absent until ${{ day: formatDay(locale, last) }}`;
}

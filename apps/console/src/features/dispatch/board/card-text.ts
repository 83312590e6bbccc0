import { addDays, formatDay, formatTime } from '#lib/format.ts';
import type { Absence, Board, Job, OtherDraft, Task } from '../board-query.ts';

const TASKS: Record<Task, string> = { pickup: 'Pickup', dropoff: 'Drop-off', guide: 'Guiding' };

/** The label of a task. */
export const taskText = (task: Task): string => TASKS[task];

/** The name of the first passenger, who is the leader. */
export function leaderOf({ order }: Job): string {
  const [leader] = order.passengers;
  return leader ? `${leader.firstName} ${leader.lastName}`.trim() || 'No name' : 'No passengers';
}

/** A number of passengers as text. */
export const guestsText = (count: number) => (count === 1 ? '1 passenger' : `${count} passengers`);

/** The name of a person on the board. */
export const nameOf = ({ drivers, guides }: Board, id: number | null): string =>
  id === null ? 'Unassigned' : ([...drivers, ...guides].find((one) => one.id === id)?.name ?? `Person ${id}`);

/** What another user has drafted for a job, such as `Bea Santos has drafted: to Ana Lopes, 24 Nov 2026, 09:30`. */
export function otherDraftText(locale: string, { person, assignee, date, time }: OtherDraft): string {
  const day = date && formatDay(locale, date);
  const moment = [day, time && formatTime(locale, time)].filter(Boolean).map((part) => `, ${part}`);
  return assignee
    ? `${person.name} has drafted: to ${assignee.name}${moment.join('')}`
    : `${person.name} has drafted: unassigned${moment.join('')}`;
}

/** An absence in words for the day shown, such as `Absent until 26 Nov 2026 (holiday)`. */
export function absenceText(locale: string, { from, until, reason }: Absence, day: string): string {
  const why = reason ? ` (${reason})` : '';
  if (from > `${day} 00:00:00`) return `Absent from ${formatTime(locale, from.slice(11))}${why}`;
  if (until < `${day} 24:00:00`) return `Absent until ${formatTime(locale, until.slice(11))}${why}`;
  // Until midnight: the day before is the last one.
  const last = until.endsWith('00:00:00') ? addDays(until.slice(0, 10), -1) : until.slice(0, 10);
  return last === day ? `Absent all day${why}` : `Absent until ${formatDay(locale, last)}${why}`;
}

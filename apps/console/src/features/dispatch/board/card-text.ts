import { formatTime } from '#lib/format.ts';
import type { Board, Clash, Job, Task } from '../board-query.ts';

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

/** `withZone` adds the time zone, because times in different zones can't be compared without it. */
function jobText({ task, time, timeZone, order }: Job, locale: string, withZone: boolean): string {
  const at = time ? ` at ${formatTime(locale, time)}${withZone ? ` (${timeZone})` : ''}` : '';
  return `${taskText(task).toLowerCase()} of order ${order.id}${at}`;
}

/** Describes a clash in a sentence. */
export function clashText(board: Board, { kind, personId, jobs }: Clash, locale: string): string {
  const [first, second] = jobs;
  if (!first || !second) return '';
  const withZone = first.timeZone !== second.timeZone;
  const pair = `${jobText(first, locale, withZone)} and ${jobText(second, locale, withZone)}`;
  const name = nameOf(board, personId);
  if (kind === 'twoPlaces') return `${name} would be in two places at once: ${pair}.`;
  if (kind === 'unknownEnd') return `${name} may still be busy because the end of the first job is unknown: ${pair}.`;
  return `${name} has two jobs that overlap: ${pair}.`;
}

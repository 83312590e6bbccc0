import { formatTime } from '#lib/format.ts';
import type { Board, Clash, Job, Task } from '../board-query.ts';

const TASKS: Record<Task, string> = { pickup: 'Pickup', dropoff: 'Dropoff', guide: 'Guiding' };

/** A task in a word. */
export const taskText = (task: Task): string => TASKS[task];

/** The name of the first guest, who speaks for all. */
export function leaderOf({ order }: Job): string {
  const [leader] = order.passengers;
  return leader ? `${leader.firstName} ${leader.lastName}`.trim() || 'No name' : 'No passengers';
}

/** So many guests, in words. */
export const guestsText = (count: number) => (count === 1 ? '1 guest' : `${count} guests`);

/** The name of somebody on the board. */
export const nameOf = ({ drivers, guides }: Board, id: number | null): string =>
  id === null ? 'Nobody' : ([...drivers, ...guides].find((one) => one.id === id)?.name ?? `Person ${id}`);

/** `withZone`: where the clocks of two jobs may differ, the times alone would mislead. */
function jobText({ task, time, timeZone, order }: Job, locale: string, withZone: boolean): string {
  const at = time ? ` at ${formatTime(locale, time)}${withZone ? ` (${timeZone})` : ''}` : '';
  return `${taskText(task).toLowerCase()} of order ${order.id}${at}`;
}

/** What is the matter with a clash, in a sentence. */
export function clashText(board: Board, { kind, personId, jobs }: Clash, locale: string): string {
  const [first, second] = jobs;
  if (!first || !second) return '';
  const withZone = first.timeZone !== second.timeZone;
  const pair = `${jobText(first, locale, withZone)} and ${jobText(second, locale, withZone)}`;
  const name = nameOf(board, personId);
  if (kind === 'twoPlaces') return `${name} would be in two places at once: ${pair}.`;
  if (kind === 'unknownEnd') return `${name} may still be busy, the end of the first is not known: ${pair}.`;
  return `${name} has two jobs that overlap: ${pair}.`;
}

import type { WorkingHours } from './calendar-query.ts';

/** ISO weekdays: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Hours of a weekday in the form; times to the minute. `id` identifies them while they are edited. */
export type Shift = WorkingHours & { id: number };

export const shiftsOf = (hours: readonly WorkingHours[]): Shift[] =>
  hours.map(({ weekday, from, to }, id) => ({ id, weekday, from: from.slice(0, 5), to: to.slice(0, 5) }));

const freeId = (shifts: readonly Shift[]) => Math.max(-1, ...shifts.map(({ id }) => id)) + 1;

/** Adds hours to a weekday: the usual ones to a day without any, else empty ones. */
export const withShift = (shifts: readonly Shift[], weekday: number): Shift[] => {
  const isFirst = shifts.every((shift) => shift.weekday !== weekday);
  const times = isFirst ? { from: '09:00', to: '17:00' } : { from: '', to: '' };
  return [...shifts, { id: freeId(shifts), weekday, ...times }];
};

/** Replaces the hours of all days by those of a weekday. */
export function copiedToAllDays(shifts: readonly Shift[], weekday: number): Shift[] {
  const copied = shifts.filter((shift) => shift.weekday === weekday);
  const first = freeId(shifts);
  return WEEKDAYS.flatMap((day) =>
    day === weekday
      ? copied
      : copied.map((shift, index) => ({ ...shift, weekday: day, id: first + day * copied.length + index })),
  );
}

/** Whether hours end on the next day. */
export const endsNextDay = ({ from, to }: Pick<Shift, 'from' | 'to'>) => from !== '' && to !== '' && to <= from;

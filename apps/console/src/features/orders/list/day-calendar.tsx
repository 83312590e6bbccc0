'use client';

import '@mantine/dates/styles.css';

import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import classes from './day-calendar.module.css';
import type { DayRange } from './day-ranges.ts';

type DayCalendarProps = DayRange & { onChange: (range: DayRange) => void; onComplete: () => void };

/** Two clicks choose a range; a day clicked twice is a range of that day. */
export function DayCalendar({ from, to, onChange, onComplete }: DayCalendarProps) {
  // The first click always begins a new range, also where the old one is open at an end.
  const [range, setRange] = useState<[string | null, string | null]>(from && to ? [from, to] : [null, null]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      value={range}
      defaultDate={from ?? to ?? undefined}
      firstDayOfWeek={1}
      onChange={(chosen) => {
        setRange(chosen);
        const [first, last] = chosen;
        if (!first || !last) return;
        onChange({ from: first, to: last });
        onComplete();
      }}
      hideOutsideDates
      highlightToday
      classNames={{ day: classes.day }}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
      }}
    />
  );
}

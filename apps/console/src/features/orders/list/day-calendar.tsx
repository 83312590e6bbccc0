'use client';

import { useLingui } from '@lingui/react/macro';
import '@mantine/dates/styles.css';

import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import type { DayRange } from '#lib/day-range.ts';
import classes from './day-calendar.module.css';

type DayCalendarProps = { value: DayRange | null; onChange: (range: DayRange) => void; onComplete: () => void };

/** Two clicks select a range; two clicks on a day select that day. */
export function DayCalendar({ value, onChange, onComplete }: DayCalendarProps) {
  const { t } = useLingui();
  const { from = null, to = null } = value ?? {};
  // The first click always starts a new range, even if the current one is open-ended.
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
        previousMonth: t`Previous month`,
        nextMonth: t`Next month`,
        previousYear: t`Previous year`,
        nextYear: t`Next year`,
      }}
    />
  );
}

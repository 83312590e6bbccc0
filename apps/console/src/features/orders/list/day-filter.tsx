import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { OnDemand } from '#components/on-demand.tsx';
import { useLocale } from '#components/regional.tsx';
import type { DayFilterProps } from './day-popover.tsx';
import { rangeText } from './day-ranges.ts';

// The calendar is a large module that most visits do not need.
const load = () => import('./day-popover.tsx').then((module) => module.DayPopover);

/** Filters by a range of days, both ends included. */
export function DayFilter(props: DayFilterProps) {
  const { value, name } = props;
  const { i18n } = useLingui();
  const locale = useLocale();
  const button = (
    <Button
      variant={value ? 'light' : 'default'}
      fw={500}
      size="sm"
      px="sm"
      leftSection={<IconCalendar size={16} aria-hidden />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      <span suppressHydrationWarning>
        {name}
        {value && ` ${rangeText(i18n, locale, value)}`}
      </span>
    </Button>
  );
  return <OnDemand button={button} opens="dialog" load={load} props={props} />;
}

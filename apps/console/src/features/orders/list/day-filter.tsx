import { Button, Group, Popover, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useLocale, useOfficeTimeZone } from '#components/regional.tsx';
import { dayIn, formatDay, formatDays } from '#lib/format.ts';
import { DAY_RANGES, type DayRange } from './day-ranges.ts';

// Calendars are heavy, and most visits to the list need none.
const DayCalendar = dynamic(() => import('./day-calendar.tsx').then((module) => module.DayCalendar), {
  loading: () => <Skeleton height={270} width={250} />,
});

type DayFilterProps = DayRange & { onChange: (range: DayRange) => void };

/** Shows orders that take place between two days, both included, by the calendar of the place. */
export function DayFilter({ from, to, onChange }: DayFilterProps) {
  const [isOpen, { toggle, close, set }] = useDisclosure();
  const locale = useLocale();
  const timeZone = useOfficeTimeZone();
  const text = rangeText(locale, { from, to });
  return (
    <Popover opened={isOpen} onChange={set} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={text ? 'light' : 'default'}
          fw={500}
          size="sm"
          onClick={toggle}
          leftSection={<IconCalendar size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span suppressHydrationWarning>{text ?? 'Any day'}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Days on which the orders take place">
        <Group align="flex-start" gap="md">
          <Stack gap={4}>
            {DAY_RANGES.map(({ label, range }) => (
              <Button
                key={label}
                variant="subtle"
                color="gray"
                size="compact-sm"
                justify="flex-start"
                onClick={() => {
                  onChange(range(dayIn(timeZone, new Date())));
                  close();
                }}
              >
                {label}
              </Button>
            ))}
          </Stack>
          <DayCalendar from={from} to={to} onChange={onChange} onComplete={close} />
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function rangeText(locale: string, { from, to }: DayRange): string | undefined {
  if (from && to) return formatDays(locale, from, to);
  if (from) return `From ${formatDay(locale, from)}`;
  if (to) return `Until ${formatDay(locale, to)}`;
  return undefined;
}

import { Button, Group, Popover, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useLocale, useOfficeTimeZone } from '#components/regional.tsx';
import type { DayRange } from '#lib/day-range.ts';
import { dayIn } from '#lib/format.ts';
import { NAMED_RANGES, rangeText } from './day-ranges.ts';

// Calendars are heavy, and most visits to the list need none.
const DayCalendar = dynamic(() => import('./day-calendar.tsx').then((module) => module.DayCalendar), {
  loading: () => <Skeleton height={270} width={250} />,
});

type DayFilterProps = {
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
  /** What happens on these days: `Takes place`. */
  name: string;
};

/** Narrows to the days from one to another, both included. */
export function DayFilter({ value, onChange, name }: DayFilterProps) {
  const [isOpen, { toggle, close, set }] = useDisclosure();
  const locale = useLocale();
  const timeZone = useOfficeTimeZone();
  const text = value && ` ${rangeText(locale, value)}`;
  return (
    <Popover opened={isOpen} onChange={set} position="bottom-start" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant={value ? 'light' : 'default'}
          fw={500}
          size="sm"
          px="sm"
          onClick={toggle}
          leftSection={<IconCalendar size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span suppressHydrationWarning>
            {name}
            {text}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={`${name}: days`}>
        <Group align="flex-start" gap="md">
          <Stack gap={4}>
            {NAMED_RANGES.map(({ label, range }) => (
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
          <DayCalendar value={value} onChange={onChange} onComplete={close} />
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

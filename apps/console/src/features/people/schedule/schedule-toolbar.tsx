import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { isDay } from '#lib/format.ts';
import { type ScheduleAddress, SPANS, type Span, shifted } from './schedule-address.ts';

type ScheduleToolbarProps = {
  span: Span;
  on: string;
  today: string;
  change: (change: Partial<ScheduleAddress>) => void;
};

/** Selects the days of the schedule. */
export function ScheduleToolbar({ span, on, today, change }: ScheduleToolbarProps) {
  const { t } = useLingui();
  const labels: Record<Span, string> = { day: t`Day`, week: t`Week`, month: t`Month` };
  const go = (day: string) => change({ on: day === today ? null : day });
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t`Days of the schedule`}
        data={SPANS.map((value) => ({ value, label: labels[value] }))}
        value={span}
        onChange={(value) => change({ span: SPANS.find((one) => one === value) ?? 'week' })}
      />
      <Group gap={4} wrap="nowrap" role="group" aria-label={t`Schedule`}>
        <ActionIcon variant="default" size="lg" aria-label={t`Earlier`} onClick={() => go(shifted(span, on, -1))}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <TextInput
          type="date"
          aria-label={t`Day of the schedule`}
          value={on}
          onChange={({ currentTarget }) => isDay(currentTarget.value) && go(currentTarget.value)}
        />
        <ActionIcon variant="default" size="lg" aria-label={t`Later`} onClick={() => go(shifted(span, on, 1))}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" px="sm" disabled={on === today} onClick={() => go(today)}>
          {t`Today`}
        </Button>
      </Group>
    </Group>
  );
}

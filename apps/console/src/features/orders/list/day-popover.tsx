import { useLingui } from '@lingui/react/macro';
import { Button, Group, Popover, Stack } from '@mantine/core';
import type { OpensAt } from '#components/on-demand.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import type { DayRange } from '#lib/day-range.ts';
import { dayIn } from '#lib/format.ts';
import { DayCalendar } from './day-calendar.tsx';
import { NAMED_RANGES } from './day-ranges.ts';

export type DayFilterProps = {
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
  /** The date that is filtered, such as `Takes place`. */
  name: string;
};

/** A popover with named ranges and a calendar. */
export function DayPopover({ button, opened, setOpened, value, onChange, name }: DayFilterProps & OpensAt) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p="sm" maw="calc(100vw - 16px)" aria-label={t`${name}: days`}>
        <Group align="flex-start" gap="md">
          <Stack gap={4}>
            {NAMED_RANGES.map(({ label, range }) => (
              <Button
                key={label.id}
                variant="subtle"
                color="gray"
                size="compact-sm"
                justify="flex-start"
                onClick={() => {
                  onChange(range(dayIn(timeZone, new Date())));
                  setOpened(false);
                }}
              >
                {t(label)}
              </Button>
            ))}
          </Stack>
          <DayCalendar value={value} onChange={onChange} onComplete={() => setOpened(false)} />
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

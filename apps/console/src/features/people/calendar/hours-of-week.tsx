import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Fact, Facts } from '#components/facts.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatTime, formatWeekday } from '#lib/format.ts';
import type { WorkingHours } from './calendar-query.ts';
import { endsNextDay, WEEKDAYS } from './shifts.ts';

/** The working hours of a week; without any, the person is available at all hours. */
export function HoursOfWeek({ hours, name }: { hours: readonly WorkingHours[]; name: string }) {
  const { t } = useLingui();
  const locale = useLocale();
  if (hours.length === 0)
    return (
      <Text size="sm">
        <Trans>{name} is available at all hours.</Trans>
      </Text>
    );
  const textOf = (shift: WorkingHours) => {
    const text = `${formatTime(locale, shift.from)} – ${formatTime(locale, shift.to)}`;
    return endsNextDay(shift) ? t`${text} (next day)` : text;
  };
  return (
    <Facts>
      {WEEKDAYS.map((weekday) => {
        const ofDay = hours.filter((shift) => shift.weekday === weekday);
        return (
          <Fact key={weekday} name={formatWeekday(locale, weekday)}>
            {ofDay.map(textOf).join(', ') || (
              <span className="dimmed">
                <Trans>Does not work</Trans>
              </span>
            )}
          </Fact>
        );
      })}
    </Facts>
  );
}

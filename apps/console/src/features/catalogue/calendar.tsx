'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, NativeSelect, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useLocale } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { dateFormat, dayIn, formatDay, formatTime } from '#lib/format.ts';
import classes from './calendar.module.css';
import { productParsers } from './catalogue-filters.ts';
import { type CatalogueFacts, calendarQuery, type Departure } from './catalogue-query.ts';
import { addMonths, weeksOf } from './month.ts';

/** The departures of a service level by month with the remaining places, in local days and times. */
export function Calendar({ facts: { product, levels } }: { facts: CatalogueFacts }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [{ level, month }, set] = useQueryStates(productParsers, { history: 'push', scroll: false });
  const today = dayIn(product.city.timeZone, new Date());
  const shown = month ?? today.slice(0, 7);
  const chosen = levels.find((one) => one.level.id === level) ?? levels[0];
  const query = useQuery(calendarQuery(product.id, shown));
  const { data, error, refetch } = query;
  const departures = data?.find((one) => one.level.id === chosen?.level.id)?.departures;
  const { name: city, timeZone } = product.city;
  const turn = (months: number) => void set({ month: addMonths(shown, months) });
  if (!chosen) return null;
  return (
    <Section
      title={t`Places left`}
      aside={
        <Group gap="xs">
          {levels.length > 1 && (
            <NativeSelect
              aria-label={t`Service level`}
              size="xs"
              value={String(chosen.level.id)}
              data={levels.map((one) => ({ value: String(one.level.id), label: one.level.title }))}
              onChange={({ currentTarget }) => void set({ level: Number(currentTarget.value) })}
            />
          )}
          <ActionIcon variant="default" aria-label={t`Previous month`} onClick={() => turn(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <Text size="sm" fw={600} miw={120} ta="center" role="status" suppressHydrationWarning>
            {monthName(locale, shown)}
          </Text>
          <ActionIcon variant="default" aria-label={t`Next month`} onClick={() => turn(1)}>
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void set({ month: null })}
            disabled={month === null}
          >
            <Trans>Today</Trans>
          </Button>
        </Group>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          Days and times are local to {city} ({timeZone}). Each departure shows the places left out of its capacity.
        </Trans>
      </Text>
      {departures ? (
        <>
          {error && <OutdatedNote retry={refetch} />}
          <Passes departures={departures} />
          <Month
            month={shown}
            today={today}
            departures={departures}
            isBusy={query.isFetching}
            title={chosen.level.title}
          />
        </>
      ) : error ? (
        <ProblemPanel query={query} forbidden={t`You may not see the departures`} />
      ) : (
        <Skeleton height={420} />
      )}
    </Section>
  );
}

const monthName = (locale: string, month: string) =>
  dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

function Passes({ departures }: { departures: Departure[] }) {
  return departures
    .filter(({ date }) => date === null)
    .map(({ id, capacity, booked, remaining }) => (
      <Text key={id} size="sm" mb="sm">
        <Trans>
          A pass, valid on any day of the offer period: {remaining} of {capacity} left, {booked} booked.
        </Trans>
      </Text>
    ));
}

type MonthProps = { month: string; today: string; departures: Departure[]; isBusy: boolean; title: string };

function Month({ month, today, departures, isBusy, title }: MonthProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const monthOfYear = monthName(locale, month);
  const weeks = weeksOf(month);
  const names = weeks[1]?.map((day) => weekday(locale, day ?? today)) ?? [];
  return (
    <ScrollBox label={t`Calendar`}>
      <table className={classes.calendar} aria-busy={isBusy}>
        <caption>
          <VisuallyHidden>
            <Trans>
              Departures of {title} in {monthOfYear}
            </Trans>
          </VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" suppressHydrationWarning>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) =>
                day === null ? (
                  <td key={names[index]} className={classes.day} data-outside />
                ) : (
                  <td key={day} className={classes.day} data-today={day === today}>
                    <time dateTime={day} className={classes.number} title={formatDay(locale, day, 'long')}>
                      {Number(day.slice(8))}
                    </time>
                    {day === today && (
                      <VisuallyHidden>
                        {' '}
                        <Trans>Today</Trans>
                      </VisuallyHidden>
                    )}
                    <DayDepartures departures={departures.filter(({ date }) => date === day)} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const weekday = (locale: string, day: string) =>
  dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** `few` means that less than a fifth of the capacity is left. */
const leftOf = ({ remaining, capacity }: Departure) =>
  remaining === 0 ? 'none' : remaining * 5 < capacity ? 'few' : 'some';

function DayDepartures({ departures }: { departures: Departure[] }) {
  const { t } = useLingui();
  const locale = useLocale();
  if (departures.length === 0) return null;
  return (
    <ul className={classes.departures}>
      {departures.map((departure) => {
        const { id, startTime, endTime, capacity, booked, remaining } = departure;
        const from = startTime && formatTime(locale, startTime);
        const until = endTime && formatTime(locale, endTime);
        const times = from && until ? `${from}–${until}` : from;
        const sold = t`${booked} booked of ${capacity}`;
        return (
          <li
            key={id}
            className={classes.departure}
            data-left={leftOf(departure)}
            title={times ? `${times}, ${sold}` : sold}
          >
            <span suppressHydrationWarning>{from ?? t`All day`}</span>
            <span>
              <VisuallyHidden>{remaining === 0 ? t`sold out,` : t`left:`} </VisuallyHidden>
              {remaining}/{capacity}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

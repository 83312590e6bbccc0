import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocale } from '#components/regional.tsx';
import { addDays, formatDay, formatTime, isDay } from '#lib/format.ts';
import { type Departure, departuresQuery, type Seller, type Sold } from './sale-query.ts';

/** Days that are listed at once. */
const DAYS = 60;

type DepartureChoiceProps = {
  seller: Seller;
  sold: Sold;
  from: string;
  changeFrom: (day: string) => void;
  departure: Departure | null;
  /** What is chosen on another day, as far as there is something like it; by default what was chosen last. */
  like?: Alike | undefined;
  /** @param isChosen whether the user has chosen it, rather than the page */
  change: (departure: Departure | null, isChosen: boolean) => void;
  error?: string | undefined;
};

type Alike = Pick<Departure, 'rateTitle' | 'startTime'>;

/**
 * Of the departures of a day, the one that is most like a former one: with its rate and time, also if it is sold out;
 * else a free one with its rate, or with its time; else the first free one.
 */
function mostAlike(ofDay: readonly Departure[], former: Alike | null): Departure | null {
  const free = ofDay.filter(({ remaining }) => remaining > 0);
  const sameRate = ({ rateTitle }: Departure) => rateTitle === former?.rateTitle;
  const sameTime = ({ startTime }: Departure) => startTime === former?.startTime;
  const same = ofDay.find((each) => sameRate(each) && sameTime(each));
  return same ?? free.find(sameRate) ?? free.find(sameTime) ?? free[0] ?? ofDay[0] ?? null;
}

/** Chooses a day, and a departure at a rate on it. */
export function DepartureChoice(props: DepartureChoiceProps) {
  const { seller, sold, from, changeFrom, departure, change, like, error } = props;
  const last = useRef<Alike | null>(like ?? null);
  const { t } = useLingui();
  const locale = useLocale();
  const of = { productId: sold.product.id, serviceLevelId: sold.level.id, from, to: addDays(from, DAYS) };
  const { data, isPending } = useQuery({ ...departuresQuery(seller, of), enabled: isDay(from) });
  const departures = data ?? [];
  const days = [...new Map(departures.map((each) => [each.date, each])).keys()];
  const ofDay = departures.filter(({ date }) => date === departure?.date);
  const placesOf = (remaining: number) =>
    remaining > 0 ? t`${plural(remaining, { one: '# place left', other: '# places left' })}` : t`sold out`;
  const optionText = ({ startTime, rateTitle, remaining }: Departure) =>
    [startTime && formatTime(locale, startTime), rateTitle, placesOf(remaining)].filter(Boolean).join(' · ');

  // The first departure with places is chosen until the user chooses another one.
  const firstDay = (departures.find(({ remaining }) => remaining > 0) ?? departures[0])?.date;
  const first = mostAlike(
    departures.filter(({ date }) => date === firstDay),
    last.current,
  );
  useEffect(() => {
    if (departure) last.current = departure;
    else if (first) change(first, false);
  }, [departure, first, change]);

  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <TextInput
          type="date"
          label={t`From`}
          value={from}
          onChange={({ currentTarget }) => changeFrom(currentTarget.value)}
        />
        <NativeSelect
          label={t`Day`}
          withAsterisk
          disabled={days.length === 0}
          value={departure?.date ?? ''}
          data={days.map((day) => ({ value: day, label: formatDay(locale, day, 'long') }))}
          onChange={({ currentTarget: { value } }) => {
            const onIt = departures.filter(({ date }) => date === value);
            change(mostAlike(onIt, departure), true);
          }}
        />
      </Group>
      {departure && (
        <NativeSelect
          label={t`Departure and rate`}
          withAsterisk
          value={String(departure.id)}
          data={ofDay.map((each) => ({ value: String(each.id), label: optionText(each) }))}
          onChange={({ currentTarget: { value } }) =>
            change(ofDay.find(({ id }) => String(id) === value) ?? departure, true)
          }
          error={error}
        />
      )}
      {!isPending && departures.length === 0 && (
        <Text size="sm" role="status">
          {t`There is no departure within ${DAYS} days of this day.`}
        </Text>
      )}
    </>
  );
}

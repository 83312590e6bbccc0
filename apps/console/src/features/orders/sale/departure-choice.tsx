import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale } from '#components/regional.tsx';
import { addDays, formatDay, formatTime, isDay } from '#lib/format.ts';
import type { Sold } from './product-choice.tsx';
import { type Departure, departuresQuery, type Seller } from './sale-query.ts';

/** Days that are listed at once. */
const DAYS = 60;

type DepartureChoiceProps = {
  seller: Seller;
  sold: Sold;
  from: string;
  changeFrom: (day: string) => void;
  departure: Departure | null;
  change: (departure: Departure | null) => void;
  error?: string | undefined;
};

/** Chooses a day, and a departure at a rate on it. */
export function DepartureChoice(props: DepartureChoiceProps) {
  const { seller, sold, from, changeFrom, departure, change, error } = props;
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
  const first = departures.find(({ remaining }) => remaining > 0) ?? departures[0];
  useEffect(() => {
    if (!departure && first) change(first);
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
            change(onIt.find(({ remaining }) => remaining > 0) ?? onIt[0] ?? null);
          }}
        />
      </Group>
      {departure && (
        <NativeSelect
          label={t`Departure and rate`}
          withAsterisk
          value={String(departure.id)}
          data={ofDay.map((each) => ({ value: String(each.id), label: optionText(each) }))}
          onChange={({ currentTarget: { value } }) => change(ofDay.find(({ id }) => String(id) === value) ?? departure)}
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

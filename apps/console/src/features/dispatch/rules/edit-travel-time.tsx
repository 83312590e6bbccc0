'use client';

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { WholeNumberInput } from '#components/whole-number-input.tsx';
import { say } from '#lib/notice.ts';
import { type FieldError, Problem } from '#lib/problem.ts';
import { refreshClashes } from '#lib/refresh-clashes.ts';
import { type City, changeRules, type Rules, type TravelTime } from './rules-query.ts';

type EditTravelTimeProps = {
  rules: Rules;
  cities: readonly City[];
  /** The time to change; undefined adds one. */
  time: TravelTime | undefined;
  close: () => void;
};

/** The path of a field of the only time that is sent. */
const path = (field: string) => ['input', 'travelTimes', 0, field];
const named = (field: string) => path(field).slice(1).join('.');

/** Sets the time between two cities. */
export function EditTravelTime({ rules, cities, time, close }: EditTravelTimeProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [fromId, setFrom] = useState<string | null>(null);
  const [toId, setTo] = useState<string | null>(null);
  const [minutes, setMinutes] = useState<number | null>(time?.minutes ?? null);
  const pair = [time?.from.id ?? Number(fromId), time?.to.id ?? Number(toId)];
  const current = time
    ? undefined
    : rules.travelTimes.find(({ from, to }) => pair.includes(from.id) && pair.includes(to.id))?.minutes;
  const options = cities.map(({ id, name, country }) => ({ value: String(id), label: `${name}, ${country.name}` }));

  async function save() {
    const [fromCityId = 0, toCityId = 0] = pair;
    const fields: FieldError[] = [];
    if (fromCityId === 0) fields.push({ path: path('fromCityId'), message: t`must be chosen.` });
    if (toCityId === 0) fields.push({ path: path('toCityId'), message: t`must be chosen.` });
    if (minutes === null) fields.push({ path: path('minutes'), message: t`must be a number of minutes.` });
    if (fields.length > 0) throw new Problem('invalid', 'The travel time is not complete.', { fields });
    await changeRules(rules.organizationId, { travelTimes: [{ fromCityId, toCityId, minutes }] });
    await refreshClashes(client);
    void say({ kind: 'done', title: t`The travel time is saved` });
    close();
  }

  return (
    <FormDialog
      title={time ? t`Change a travel time` : t`Add a travel time`}
      closeLabel={t`Close without saving`}
      close={close}
    >
      <SaveForm
        action={t`Save`}
        values={{ fromId, toId, minutes }}
        fields={['fromCityId', 'toCityId', 'minutes'].map(named)}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            {time ? (
              <Text size="sm">
                {t`Between ${{ from: time.from.name }} and ${{ to: time.to.name }}, in both directions.`}
              </Text>
            ) : (
              <>
                <Select
                  label={t`One city`}
                  data={options}
                  value={fromId}
                  onChange={setFrom}
                  searchable
                  openOnFocus={false}
                  nothingFoundMessage={t`No city has this name`}
                  error={errorOf(t`The city`, fieldErrors[named('fromCityId')])}
                  data-autofocus
                />
                <Select
                  label={t`Other city`}
                  data={options}
                  value={toId}
                  onChange={setTo}
                  searchable
                  openOnFocus={false}
                  nothingFoundMessage={t`No city has this name`}
                  error={errorOf(t`The city`, fieldErrors[named('toCityId')])}
                />
              </>
            )}
            <WholeNumberInput
              label={t`Minutes`}
              description={
                current !== undefined &&
                t`${plural(current, {
                  one: 'These cities have # minute now, which is replaced.',
                  other: 'These cities have # minutes now, which are replaced.',
                })}`
              }
              value={minutes}
              onChange={setMinutes}
              error={errorOf(t`The time`, fieldErrors[named('minutes')])}
            />
          </>
        )}
      </SaveForm>
    </FormDialog>
  );
}

'use client';

import { useLingui } from '@lingui/react/macro';
import { Loader, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChoiceKind, choicesQuery, namesQuery } from './choices.ts';

type PickManyProps = {
  kind: ChoiceKind;
  label: string;
  clearLabel: string;
  value: number[];
  onChange: (ids: number[]) => void;
};

/** A multi-select with server-side search by name. */
export function PickMany({ kind, label, clearLabel, value, onChange }: PickManyProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), 150);
  const found = useQuery(choicesQuery(kind, words));
  const names = useQuery(namesQuery(kind, value));
  const nameOf = new Map([...(found.data ?? []), ...(names.data ?? [])].map(({ id, name }) => [id, name]));
  const listed = new Set([...value, ...(found.data ?? []).map(({ id }) => id)]);
  return (
    <MultiSelect
      label={label}
      data={Array.from(listed, (id) => ({ value: String(id), label: nameOf.get(id) ?? t`No. ${id}` }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered the options.
      filter={({ options }) => options}
      hidePickedOptions
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      placeholder={value.length === 0 ? t`Any` : undefined}
      nothingFoundMessage={found.error ? t`The server can’t be reached` : t`Nothing found`}
      rightSection={found.isFetching ? <Loader size={14} /> : undefined}
    />
  );
}

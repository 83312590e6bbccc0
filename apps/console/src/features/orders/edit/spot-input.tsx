'use client';

import { useLingui } from '@lingui/react/macro';
import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOrderEdit } from './order-edit.tsx';
import type { Spot } from './order-fields.ts';

type SpotInputProps = {
  value: Spot | null;
  /** The address of the chosen point. */
  known: string;
  error?: string | undefined;
  disabled?: boolean;
  size?: 'xs';
  'aria-label'?: string;
  label?: string;
  onChange: (spot: Spot | null, address: string) => void;
};

const ELSEWHERE = 'elsewhere';
const BLANK = { address: '', latitude: '', longitude: '' };

/**
 * The location of a transfer: one of the pickup places of the booked product, or any other point by its coordinates.
 */
export function SpotInput({ value, known, error, onChange, ...input }: SpotInputProps) {
  const { t } = useLingui();
  const places = useOrderEdit().options?.pickupPlaces ?? [];
  const isElsewhere = value !== null && !('id' in value);
  const [blank, setBlank] = useState(isElsewhere ? value : BLANK);
  const data = places.map(({ id, address }) => ({ value: String(id), label: address }));
  if (value && 'id' in value && !places.some(({ id }) => id === value.id)) {
    data.unshift({ value: String(value.id), label: known || t`The current location` });
  }
  data.push({ value: ELSEWHERE, label: t`Another location…` });
  const set = (part: Partial<typeof BLANK>) => {
    const next = { ...blank, ...part };
    setBlank(next);
    onChange(next, next.address);
  };
  const { disabled = false, size = 'xs' } = input;
  return (
    <Stack gap={6}>
      <Select
        {...input}
        data={data}
        value={value === null ? null : isElsewhere ? ELSEWHERE : String(value.id)}
        searchable
        clearable
        placeholder={t`No location`}
        error={isElsewhere ? undefined : error}
        onChange={(chosen) => {
          if (chosen === null) onChange(null, '');
          else if (chosen === ELSEWHERE) onChange(blank, blank.address);
          else onChange({ id: Number(chosen) }, data.find((option) => option.value === chosen)?.label ?? '');
        }}
      />
      {isElsewhere && (
        <>
          <TextInput
            size={size}
            disabled={disabled}
            label={t`Address`}
            value={blank.address}
            error={error}
            onChange={(event) => set({ address: event.currentTarget.value })}
          />
          <Group gap="xs" grow align="flex-start">
            <TextInput
              size={size}
              disabled={disabled}
              label={t`Latitude`}
              placeholder="52.37403"
              inputMode="decimal"
              value={blank.latitude}
              onChange={(event) => set({ latitude: event.currentTarget.value.trim() })}
            />
            <TextInput
              size={size}
              disabled={disabled}
              label={t`Longitude`}
              placeholder="4.88969"
              inputMode="decimal"
              value={blank.longitude}
              onChange={(event) => set({ longitude: event.currentTarget.value.trim() })}
            />
          </Group>
        </>
      )}
    </Stack>
  );
}

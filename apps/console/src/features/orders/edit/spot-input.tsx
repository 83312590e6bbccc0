'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Spot } from './order-fields.ts';

type SpotInputProps = {
  value: Spot | null;
  /** The address of the spot that is chosen. */
  known: string;
  error?: string | undefined;
  disabled?: boolean;
  size?: 'xs';
  onChange: (spot: Spot | null, address: string) => void;
};

const NEW = { address: '', latitude: '', longitude: '' };

/** Where a transfer takes place. */
export function SpotInput({ value, known, error, onChange, ...input }: SpotInputProps) {
  const isNew = value !== null && !('id' in value);
  const [draft, setDraft] = useState(isNew ? value : NEW);
  if (!isNew) {
    return (
      <Stack gap={4}>
        <TextInput {...input} value={known} readOnly error={error} placeholder="No place" />
        <Group gap="xs">
          <Button {...input} variant="default" onClick={() => onChange(draft, draft.address)}>
            Another place
          </Button>
          {value && (
            <Button {...input} variant="subtle" onClick={() => onChange(null, '')}>
              No place
            </Button>
          )}
        </Group>
      </Stack>
    );
  }
  const set = (part: Partial<typeof NEW>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onChange(next, next.address);
  };
  return (
    <Stack gap={4}>
      <TextInput
        {...input}
        label="Address"
        value={draft.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
        error={error}
      />
      <Group gap="xs" grow>
        <TextInput
          {...input}
          label="Latitude"
          inputMode="decimal"
          value={draft.latitude}
          onChange={(event) => set({ latitude: event.currentTarget.value })}
        />
        <TextInput
          {...input}
          label="Longitude"
          inputMode="decimal"
          value={draft.longitude}
          onChange={(event) => set({ longitude: event.currentTarget.value })}
        />
      </Group>
    </Stack>
  );
}

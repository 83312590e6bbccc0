'use client';

import { useLingui } from '@lingui/react/macro';
import { Select, Text, TextInput } from '@mantine/core';
import type { OrderStatus } from '#lib/order-status.ts';
import { ORDER_STATUSES, STATUS_LOOKS } from '#lib/order-status.ts';
import { useOrderEdit } from './order-edit.tsx';
import { FIELDS, type FieldName, type FieldValue } from './order-fields.ts';
import { SpotInput } from './spot-input.tsx';

type FieldInputProps = {
  name: FieldName;
  label: string;
  /** Use the label only as the accessible name, because it is already visible beside the input. */
  hideLabel?: boolean;
};

const TYPES = { text: 'text', email: 'email', phone: 'tel', date: 'date', time: 'time' } as const;

/** The input of one field of the order. */
export function FieldInput({ name, label, hideLabel = false }: FieldInputProps) {
  const { i18n } = useLingui();
  const { base, edits, fieldErrors, isSaving, change } = useOrderEdit();
  if (!base) return null;
  const { kind, read, show } = FIELDS[name];
  const edit = edits[name];
  const value: FieldValue = edit ? edit.value : read(base);
  const common = {
    ...(hideLabel ? { 'aria-label': label } : { label }),
    error: fieldErrors[name],
    disabled: isSaving,
    size: 'xs',
    'data-changed': edit ? true : undefined,
  } as const;
  switch (kind) {
    case 'status':
      return (
        <StatusInput {...common} value={String(value)} was={base.status} onChange={(status) => change(name, status)} />
      );
    case 'person':
      return (
        <PersonInput
          {...common}
          role={roleOf(name)}
          value={typeof value === 'number' ? value : null}
          known={edit?.shown ?? show(base, i18n)}
          onChange={(id, shown) => change(name, { value: id, shown })}
        />
      );
    case 'spot':
      return (
        <SpotInput
          {...common}
          value={typeof value === 'object' ? value : null}
          known={edit?.shown ?? show(base, i18n)}
          onChange={(spot, shown) => change(name, { value: spot, shown })}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          type={TYPES[kind]}
          value={String(value ?? '')}
          onChange={({ currentTarget: { value: text } }) => change(name, { value: text, shown: text })}
        />
      );
  }
}

type StatusInputProps = {
  value: string;
  was: OrderStatus;
  onChange: (status: { value: OrderStatus; shown: string }) => void;
};

/** Offers the statuses that the order can change to; shows the reason for those that it can't. */
function StatusInput({ value, was, onChange, ...input }: StatusInputProps) {
  const { t } = useLingui();
  const { options } = useOrderEdit();
  const moves = options?.statusMoves ?? [];
  const data = ORDER_STATUSES.map((status) => ({
    value: status,
    label: t(STATUS_LOOKS[status].label),
    disabled: status !== was && !moves.some(({ to, isAllowed }) => to === status && isAllowed),
  }));
  return (
    <Select
      {...input}
      value={value}
      allowDeselect={false}
      data={data}
      renderOption={({ option }) => {
        const refusal = moves.find(({ to }) => to === option.value)?.refusal;
        return (
          <div>
            {option.label}
            {refusal && (
              <Text size="xs" c="dimmed">
                {refusal}
              </Text>
            )}
          </div>
        );
      }}
      onChange={(status) => {
        const known = ORDER_STATUSES.find((one) => one === status);
        if (known) onChange({ value: known, shown: t(STATUS_LOOKS[known].label) });
      }}
    />
  );
}

type PersonRole = 'drivers' | 'tourGuides' | 'contactPersons';

const roleOf = (name: FieldName): PersonRole =>
  name === 'tourGuide' ? 'tourGuides' : name === 'contactPerson' ? 'contactPersons' : 'drivers';

type PersonInputProps = {
  role: PersonRole;
  value: number | null;
  /** The name of the chosen person, for when the list does not contain them. */
  known: string;
  onChange: (id: number | null, name: string) => void;
};

function PersonInput({ role, value, known, onChange, ...input }: PersonInputProps) {
  const { t } = useLingui();
  const { options: choices } = useOrderEdit();
  const people = choices?.[role] ?? [];
  const options = people.map(({ id, name }) => ({ value: String(id), label: name }));
  if (value !== null && !people.some(({ id }) => id === value)) options.unshift({ value: String(value), label: known });
  return (
    <Select
      {...input}
      data={options}
      value={value === null ? null : String(value)}
      searchable
      clearable
      allowDeselect={false}
      placeholder={choices ? t`Unassigned` : t`Loading…`}
      nothingFoundMessage={t`No person with this name`}
      onChange={(id) => {
        const label = options.find((option) => option.value === id)?.label ?? '';
        onChange(id === null ? null : Number(id), label);
      }}
    />
  );
}

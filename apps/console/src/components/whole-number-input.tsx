import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';

type WholeNumberInputProps = {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  value: number | null;
  /** @param value null if the field is empty */
  onChange: (value: number | null) => void;
  error?: ReactNode;
};

/** A field for a whole number that may be empty. The server checks its limits. */
export function WholeNumberInput({ value, onChange, ...input }: WholeNumberInputProps) {
  return (
    <NumberInput
      {...input}
      value={value ?? ''}
      onChange={(entered) => onChange(typeof entered === 'number' ? entered : null)}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
    />
  );
}

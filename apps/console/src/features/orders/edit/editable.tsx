'use client';

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldInput } from './field-input-later.ts';
import { useOrderEdit } from './order-edit.tsx';
import { FIELDS, type FieldName } from './order-fields.ts';

/** A value of the order, replaced by an input while the order is edited. */
export function Editable({ field, children }: { field: FieldName; children: ReactNode }) {
  const { t } = useLingui();
  const { base, options } = useOrderEdit();
  const mayChange = options?.mayChange.some((member) => member === FIELDS[field].path[0]) ?? true;
  return base && mayChange ? <FieldInput name={field} label={t(FIELDS[field].label)} hideLabel /> : children;
}

'use client';

import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { endpointNames } from './endpoint-names.ts';
import { endpointNamesQuery } from './endpoints-query.ts';

const ANY = 'any';

/** The props of a `Select` for an endpoint, or any endpoint (null). */
export function useEndpointChoice(value: number | null, onChange: (value: number | null) => void) {
  const { t } = useLingui();
  const { data: endpoints = [] } = useQuery(endpointNamesQuery());
  return {
    data: [
      { value: ANY, label: t`Any endpoint` },
      ...[...endpointNames(endpoints)].map(([id, label]) => ({ value: String(id), label })),
    ],
    value: value === null ? ANY : String(value),
    onChange: (chosen: string | null) => onChange(chosen === null || chosen === ANY ? null : Number(chosen)),
    searchable: true,
    allowDeselect: false,
  };
}

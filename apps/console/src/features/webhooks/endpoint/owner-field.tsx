import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { findOwners } from './endpoint-acts.ts';

export type Owner = { id: number; name: string };

/** The value of the option for all orders of the organization. */
const ALL = 'all';

type OwnerFieldProps = {
  organizationId: number;
  owner: Owner | null;
  onChange: (owner: Owner | null) => void;
  error?: ReactNode;
};

/** Selects the orders that an endpoint receives: all of the organization, or those that one person may see. */
export function OwnerField({ organizationId, owner, onChange, error }: OwnerFieldProps) {
  const { t } = useLingui();
  const all = t`All orders of the organization`;
  const chosen = owner?.name ?? all;
  const [typed, setTyped] = useState(chosen);
  const [requested] = useDebouncedValue(typed === chosen ? '' : typed.trim(), 200);
  const { data: found = [] } = useQuery({
    queryKey: ['webhooks', 'owners', organizationId, requested],
    queryFn: ({ signal }) => findOwners(organizationId, requested, signal),
    placeholderData: keepPreviousData,
    enabled: organizationId > 0,
  });
  const people = owner && !found.some(({ id }) => id === owner.id) ? [owner, ...found] : found;
  return (
    <Select
      label={t`Receives`}
      description={t`All orders of the organization, or only those that one person may see.`}
      data={[{ value: ALL, label: all }, ...people.map(({ id, name }) => ({ value: String(id), label: name }))]}
      value={owner ? String(owner.id) : ALL}
      onChange={(value) => onChange(people.find(({ id }) => String(id) === value) ?? null)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={t`No person in the organization has this name`}
      allowDeselect={false}
      error={error}
    />
  );
}

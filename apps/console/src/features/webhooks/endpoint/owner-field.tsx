import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { findOwners } from './endpoint-acts.ts';

export type Owner = { id: number; name: string };

type OwnerFieldProps = {
  organizationId: number;
  owner: Owner | null;
  onChange: (owner: Owner | null) => void;
  error?: ReactNode;
};

/** Whose view limits what an endpoint gets: nobody's, or that of a person found by name. */
export function OwnerField({ organizationId, owner, onChange, error }: OwnerFieldProps) {
  const [typed, setTyped] = useState(owner?.name ?? '');
  const [asked] = useDebouncedValue(typed === owner?.name ? '' : typed.trim(), 200);
  const { data: found = [] } = useQuery({
    queryKey: ['webhooks', 'owners', organizationId, asked],
    queryFn: ({ signal }) => findOwners(organizationId, asked, signal),
    placeholderData: keepPreviousData,
    enabled: organizationId > 0,
  });
  const people = owner && !found.some(({ id }) => id === owner.id) ? [owner, ...found] : found;
  return (
    <Select
      label="Gets"
      description="All orders of the organization, or only those that one person may see."
      placeholder="All orders of the organization"
      data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={owner ? String(owner.id) : null}
      onChange={(value) => onChange(people.find(({ id }) => String(id) === value) ?? null)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in all names.
      filter={({ options }) => options}
      nothingFoundMessage="Nobody in the organization has this name"
      clearable
      clearButtonProps={{ 'aria-label': 'All orders of the organization' }}
      error={error}
    />
  );
}

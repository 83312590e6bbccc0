import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

type Chosen = { id: number; name: string };

type PersonSelectProps = {
  label: string;
  description: string;
  person: Chosen | null;
  /** The option for no person; without it there is none. */
  nobody?: string;
  onChange: (person: Chosen | null) => void;
  organizationId: number;
  /** Finds people of the organization by a part of their name. */
  find: (organizationId: number, search: string, signal: AbortSignal) => Promise<Chosen[]>;
  /** Names what `find` finds, for the cache. */
  queryKey: QueryKey;
  error?: ReactNode;
};

/** The value of the option for no person. */
const NOBODY = 'nobody';

/** Selects a person of an organization, whom the server finds by a part of the name. */
export function PersonSelect(props: PersonSelectProps) {
  const { label, description, person, nobody, onChange, organizationId, find, queryKey, error } = props;
  const { t } = useLingui();
  const chosen = person?.name ?? nobody ?? '';
  const [typed, setTyped] = useState(chosen);
  const [requested] = useDebouncedValue(typed === chosen ? '' : typed.trim(), 200);
  const { data: found = [] } = useQuery({
    queryKey: [...queryKey, organizationId, requested],
    queryFn: ({ signal }) => find(organizationId, requested, signal),
    placeholderData: keepPreviousData,
    enabled: organizationId > 0,
  });
  const people = person && !found.some(({ id }) => id === person.id) ? [person, ...found] : found;
  return (
    <Select
      label={label}
      description={description}
      data={[
        ...(nobody === undefined ? [] : [{ value: NOBODY, label: nobody }]),
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={person ? String(person.id) : nobody === undefined ? null : NOBODY}
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

'use client';

import { Checkbox, Group, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ORDER_STATUSES, STATUS_LOOKS } from '#lib/order-status.ts';
import { readAssignable } from '../batch-acts.ts';
import { type Draft, NOBODY, SIDES, type What } from './draft.ts';
import { TagFields } from './tag-fields.tsx';

const WHATS: { value: What; label: string }[] = [
  { value: 'tags', label: 'Tags' },
  { value: 'driver', label: 'Driver' },
  { value: 'tourGuide', label: 'Guide' },
  { value: 'contactPerson', label: 'Contact person' },
  { value: 'status', label: 'Status' },
];

export type ChangeFormProps = {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  /** Error messages by field name. */
  fieldErrors: Record<string, string>;
};

/** The form of the change to make in each order: exactly one kind of change. */
export function ChangeForm({ draft, change, fieldErrors }: ChangeFormProps) {
  const { what } = draft;
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="What to change"
        data={WHATS}
        value={what}
        // A person who can do one task may not be able to do another.
        onChange={(value) => change({ what: WHATS.find((one) => one.value === value)?.value ?? 'tags', person: null })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      {what === 'tags' && <TagFields draft={draft} change={change} fieldErrors={fieldErrors} />}
      {what === 'status' && (
        <Radio.Group
          label="The new status"
          description="Cancelled and deleted orders release their capacity; reopening an order takes it again if enough is left."
          value={draft.status}
          onChange={(value) => change({ status: ORDER_STATUSES.find((status) => status === value) ?? null })}
          error={fieldErrors.status}
        >
          <Stack gap={6} mt={6}>
            {ORDER_STATUSES.map((status) => (
              <Radio key={status} value={status} label={STATUS_LOOKS[status].label} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {what === 'driver' && (
        <Checkbox.Group
          label="Of"
          value={draft.sides}
          onChange={(sides) => change({ sides: SIDES.filter((side) => sides.includes(side)) })}
          error={fieldErrors.sides}
        >
          <Group mt={6}>
            <Checkbox value="pickup" label="Pickup" />
            <Checkbox value="dropoff" label="Drop-off" />
          </Group>
        </Checkbox.Group>
      )}
      {what !== 'tags' && what !== 'status' && (
        <PersonField draft={draft} change={change} fieldErrors={fieldErrors} what={what} />
      )}
    </Stack>
  );
}

const TASKS = { driver: 'Driver', tourGuide: 'Guide', contactPerson: 'Contact person' };

function PersonField({ draft, change, fieldErrors, what }: ChangeFormProps & { what: keyof typeof TASKS }) {
  const { data } = useQuery({ queryKey: ['assignable'], queryFn: ({ signal }) => readAssignable(signal) });
  const people =
    { driver: data?.drivers, tourGuide: data?.tourGuides, contactPerson: data?.contactPersons }[what] ?? [];
  return (
    <Select
      label={TASKS[what]}
      placeholder="Choose a person"
      data={[
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: NOBODY, label: 'Unassigned (remove the person)' },
      ]}
      value={draft.person}
      onChange={(person) => change({ person })}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No person with this name can be assigned"
      error={fieldErrors.person}
      maw={360}
    />
  );
}

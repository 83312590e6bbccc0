'use client';

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ORDER_STATUSES, STATUS_LOOKS } from '#lib/order-status.ts';
import { readAssignable } from '../batch-acts.ts';
import { type Draft, NOBODY, SIDES, type What } from './draft.ts';
import { TagFields } from './tag-fields.tsx';

const WHATS: { value: What; label: MessageDescriptor }[] = [
  { value: 'tags', label: msg`Tags` },
  { value: 'driver', label: msg`Driver` },
  { value: 'tourGuide', label: msg`Guide` },
  { value: 'contactPerson', label: msg`Contact person` },
  { value: 'status', label: msg`Status` },
];

export type ChangeFormProps = {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  /** Error messages by field name. */
  fieldErrors: Record<string, string>;
};

/** The form of the change to make in each order: exactly one kind of change. */
export function ChangeForm({ draft, change, fieldErrors }: ChangeFormProps) {
  const { t } = useLingui();
  const { what } = draft;
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t`What to change`}
        data={WHATS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={what}
        // A person who can do one task may not be able to do another.
        onChange={(value) => change({ what: WHATS.find((one) => one.value === value)?.value ?? 'tags', person: null })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      {what === 'tags' && <TagFields draft={draft} change={change} fieldErrors={fieldErrors} />}
      {what === 'status' && (
        <Radio.Group
          label={t`The new status`}
          description={t`Cancelled and deleted orders release their capacity; reopening an order takes it again if enough is left.`}
          value={draft.status}
          onChange={(value) => change({ status: ORDER_STATUSES.find((status) => status === value) ?? null })}
          error={fieldErrors.status}
        >
          <Stack gap={6} mt={6}>
            {ORDER_STATUSES.map((status) => (
              <Radio key={status} value={status} label={t(STATUS_LOOKS[status].label)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {what === 'driver' && (
        <Checkbox.Group
          label={t`Of`}
          value={draft.sides}
          onChange={(sides) => change({ sides: SIDES.filter((side) => sides.includes(side)) })}
          error={fieldErrors.sides}
        >
          <Group mt={6}>
            <Checkbox value="pickup" label={t`Pickup`} />
            <Checkbox value="dropoff" label={t`Drop-off`} />
          </Group>
        </Checkbox.Group>
      )}
      {what !== 'tags' && what !== 'status' && (
        <PersonField draft={draft} change={change} fieldErrors={fieldErrors} what={what} />
      )}
    </Stack>
  );
}

const TASKS = { driver: msg`Driver`, tourGuide: msg`Guide`, contactPerson: msg`Contact person` };

function PersonField({ draft, change, fieldErrors, what }: ChangeFormProps & { what: keyof typeof TASKS }) {
  const { t } = useLingui();
  const { data } = useQuery({ queryKey: ['assignable'], queryFn: ({ signal }) => readAssignable(signal) });
  const people =
    { driver: data?.drivers, tourGuide: data?.tourGuides, contactPerson: data?.contactPersons }[what] ?? [];
  return (
    <Select
      label={t(TASKS[what])}
      placeholder={t`Choose a person`}
      data={[
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: NOBODY, label: t`Unassigned (remove the person)` },
      ]}
      value={draft.person}
      onChange={(person) => change({ person })}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`No person with this name can be assigned`}
      error={fieldErrors.person}
      maw={360}
    />
  );
}

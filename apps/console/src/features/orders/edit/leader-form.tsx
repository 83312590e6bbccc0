'use client';

import { useLingui } from '@lingui/react/macro';
import { Fieldset, SimpleGrid } from '@mantine/core';
import { FieldInput } from './field-input-later.ts';
import { useOrderEdit } from './order-edit.tsx';
import { FIELDS, type FieldName } from './order-fields.ts';

const LEADER: FieldName[] = [
  'leader.firstName',
  'leader.lastName',
  'leader.gender',
  'leader.email',
  'leader.phoneCountryCode',
  'leader.phoneNumber',
  'leader.whatsappNumber',
];

/** The leader's name and contact details, while the order is edited. */
export function LeaderForm() {
  const { t } = useLingui();
  const { base, options } = useOrderEdit();
  if (options && !options.mayChange.includes('leader')) return null;
  if (!base?.passengers.some(({ isLeader }) => isLeader)) return null;
  return (
    <Fieldset legend={t`Leader`} mt="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {LEADER.map((name) => (
          <FieldInput key={name} name={name} label={t(FIELDS[name].label)} />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { Section } from '#components/section.tsx';
import { fieldErrorsOf } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { type FoundOrder, findGuests } from './personal-data-query.ts';

type GuestSearchProps = { organizationId: number; found: (orders: FoundOrder[]) => void };

const NOTHING = { orders: '', email: '', phoneNumber: '', name: '' };

/** Finds the orders of a guest by values that must be equal. */
export function GuestSearch({ organizationId, found }: GuestSearchProps) {
  const { t, i18n } = useLingui();
  const [values, setValues] = useState(NOTHING);
  const searching = useMutation({
    mutationFn: () => {
      const { orders, ...texts } = values;
      const orderIds = orders.split(/\D+/).filter(Boolean).map(Number);
      const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
      return findGuests(organizationId, { ...given, ...(orderIds.length > 0 ? { orderIds } : {}) });
    },
    onSuccess: found,
  });
  const field = (name: keyof typeof NOTHING, label: string) => (
    <TextInput
      label={label}
      value={values[name]}
      onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
      autoComplete="off"
    />
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    searching.mutate();
  }
  return (
    <Section title={t`Find a guest`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            <Trans>All values must belong to the same passenger. A name alone does not identify a guest.</Trans>
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field('email', t`E-mail address`)}
            {field('phoneNumber', t`Phone number`)}
            {field('name', t`Whole name`)}
            {field('orders', t`Ids of orders`)}
          </SimpleGrid>
          {searching.error && (
            <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
              {Object.values(fieldErrorsOf(searching.error))[0] ?? problemText(i18n, searching.error)}
            </Alert>
          )}
          <Group justify="flex-end">
            <BusyButton type="submit" loading={searching.isPending}>
              <Trans>Find</Trans>
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

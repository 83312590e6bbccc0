'use client';

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Checkbox, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
import { eraseGuests, type FoundOrder, type Guests } from './personal-data-query.ts';

type EraseGuestsProps = { guests: Guests; needed: FoundOrder[]; done: () => void; close: () => void };

/** Erases guests, after the number of orders was typed. */
export function EraseGuests({ guests, needed, done, close }: EraseGuestsProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const count = guests.orderIds.length;
  const references = needed.map(({ reference }) => reference).join(', ');

  async function erase() {
    await eraseGuests(guests, isConfirmed);
    await client.invalidateQueries({ queryKey: ['personal-data'] });
    void say({ kind: 'done', title: t`The erasure was requested`, text: t`Its state is shown below.` });
    close();
    done();
  }

  return (
    <FormDialog title={t`Erase permanently?`} closeLabel={t`Close without erasing`} close={close} size="lg">
      <SaveForm
        action={t`Erase`}
        values={{ typed, isConfirmed }}
        fields={[]}
        cancel={close}
        isDangerous
        isDisabled={typed.trim() !== String(count) || (needed.length > 0 && !isConfirmed)}
        save={erase}
      >
        {() => (
          <>
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
              <Trans>
                Names, addresses, phone numbers, notes, values of tags, tickets, bodies of events and the values in the
                audit log are erased. Amounts, products and times stay. Receivers of webhooks get the changed order.
                This can’t be undone.
              </Trans>
            </Alert>
            {needed.length > 0 && (
              <Checkbox
                checked={isConfirmed}
                onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
                label={t`Erase it although these orders are in the cart or have not ended: ${references}`}
              />
            )}
            <TextInput
              label={t`Type the number of orders to erase: ${plural(count, { one: '# order', other: '# orders' })}`}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              inputMode="numeric"
              autoComplete="off"
              data-autofocus
            />
          </>
        )}
      </SaveForm>
    </FormDialog>
  );
}

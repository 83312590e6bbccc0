'use client';

import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { SaveForm } from '#components/save-form.tsx';
import { addNote } from '#features/notes/index.ts';
import { made } from '#lib/made.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { send } from '#lib/send.ts';
import { UpdateOrder } from '../edit/update-order.ts';
import type { Order } from '../order-query.ts';
import { ChangedMeanwhile } from '../page/changed-meanwhile.tsx';
import { Policy } from './policy.tsx';
import { termsQuery } from './terms-query.ts';

/** Cancels an order after showing what that costs. The reason becomes a note. */
export function CancelDialog({ order, close }: { order: Order; close: () => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [version, setVersion] = useState(order.version);
  const [reason, setReason] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const query = useQuery(termsQuery(order.id, order.version));
  const { data, error } = query;

  async function save() {
    const input = { status: 'Cancelled' as const };
    const { updateOrder } = await send(UpdateOrder, { id: String(order.id), version, input }).catch((problem) => {
      // A further attempt is about the order that is shown then.
      setVersion(order.version);
      throw problem;
    });
    const cancelled = made(updateOrder.order);
    client.setQueriesData<Order>({ queryKey: ['order'] }, (known) => (known?.id === order.id ? cancelled : known));
    void client.invalidateQueries({ queryKey: ['orders'] });
    void client.invalidateQueries({ queryKey: ['order-history', order.id] });
    close();
    void say({ kind: 'done', title: t`Order ${order.id} is cancelled`, text: t`Its places are free again.` });
    if (reason.trim() === '') return;
    try {
      await addNote(order.id, { text: t`Cancelled: ${reason.trim()}` }, key);
      await client.invalidateQueries({ queryKey: ['order-notes', order.id] });
    } catch (problem) {
      void say({ kind: 'failed', title: t`The reason was not saved as a note`, text: problemText(i18n, problem) });
    }
  }

  return (
    <FormDialog
      close={close}
      title={t`Cancel order ${order.id}`}
      size="lg"
      closeOnClickOutside={false}
      closeLabel={t`Close without cancelling`}
    >
      <SaveForm action={t`Cancel the order`} fields={[]} values={{ reason }} save={save} cancel={close} isDangerous>
        {() => (
          <Stack gap="sm">
            {version !== order.version && <ChangedMeanwhile />}
            {data ? (
              data.map((terms) => <Policy key={terms.rateTitle} terms={terms} timeZone={order.timeZone} />)
            ) : error ? (
              <ProblemPanel query={query} forbidden={t`You may not see the cancellation policy`} />
            ) : (
              <Skeleton height={120} />
            )}
            <Text size="sm">{t`Nothing is refunded by this: the status changes, and the places are free again.`}</Text>
            <Textarea
              label={t`Reason`}
              description={t`It becomes a note for colleagues. It may be empty.`}
              autosize
              minRows={2}
              maxLength={3_000}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              data-autofocus
            />
          </Stack>
        )}
      </SaveForm>
    </FormDialog>
  );
}

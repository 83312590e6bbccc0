'use client';

import { useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconCalendarRepeat, IconX } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useCommands } from '#components/keyboard/commands.ts';
import { useDialog } from '#components/use-dialog.ts';
import { useOrderEdit } from '../edit/order-edit.tsx';
import type { Order } from '../order-query.ts';

const RebookDialog = dynamic(() => import('../rebook/rebook-dialog.tsx').then((module) => module.RebookDialog), {
  ssr: false,
});
const CancelDialog = dynamic(() => import('../cancel/cancel-dialog.tsx').then((module) => module.CancelDialog), {
  ssr: false,
});

/** Rebooks or cancels an order that holds places; hidden if the viewer may not, and while it is edited. */
export function OrderActs({ order }: { order: Order }) {
  const { t } = useLingui();
  const { base, mayChange } = useOrderEdit();
  const { subject, open, close } = useDialog<'rebook' | 'cancel'>();
  const isOffered = !base && mayChange('tags') && (order.status === 'Booked' || order.status === 'InCart');
  useCommands(
    'order',
    isOffered
      ? [
          { does: t`Rebook this order`, keys: 'r', run: () => open('rebook') },
          { does: t`Cancel this order`, run: () => open('cancel') },
        ]
      : [],
  );
  return (
    <>
      {isOffered && (
        <Group gap="xs" mt="sm">
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconCalendarRepeat size={16} aria-hidden />}
            onClick={() => open('rebook')}
          >
            {t`Rebook`}
          </Button>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => open('cancel')}
          >
            {t`Cancel the order`}
          </Button>
        </Group>
      )}
      {subject === 'rebook' && <RebookDialog order={order} close={close} />}
      {subject === 'cancel' && <CancelDialog order={order} close={close} />}
    </>
  );
}

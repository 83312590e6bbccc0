'use client';

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconEraser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { saveFile } from '#lib/save-file.ts';
import { EraseGuests } from './erase-guests.tsx';
import { exportGuests, type FoundOrder } from './personal-data-query.ts';

type FoundOrdersProps = { organizationId: number; orders: FoundOrder[]; done: () => void };

/** The orders of a guest with what is stored about them; exports and erases the chosen ones. */
export function FoundOrders({ organizationId, orders, done }: FoundOrdersProps) {
  const { t, i18n } = useLingui();
  const [left, setLeft] = useState<readonly number[]>([]);
  const [passengerIds, setPassengers] = useState<readonly number[]>([]);
  const [isErasing, setErasing] = useState(false);
  const chosen = orders.filter(({ orderId }) => !left.includes(orderId));
  const aboard = chosen.flatMap(({ passengers }) => passengers.map((each) => each.passengerId));
  const guests = {
    organizationId,
    orderIds: chosen.map(({ orderId }) => orderId),
    passengerIds: passengerIds.filter((id) => aboard.includes(id)),
  };
  const exporting = useMutation({
    mutationFn: () => exportGuests(guests),
    onSuccess: ({ file, filename, omitsArchive }) => {
      saveFile(file, filename);
      void say({
        kind: 'done',
        title: t`The file is saved`,
        text: omitsArchive
          ? t`The audit log records that you exported it. Archived months of the audit log are not in the file: only the command exports them.`
          : t`The audit log records that you exported it.`,
      });
    },
  });
  const toggle = (ids: readonly number[], id: number) =>
    ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];

  return (
    <Section title={t`${plural(orders.length, { one: '# order found', other: '# orders found' })}`}>
      <Stack gap="md">
        {orders.length === 0 && (
          <Text c="dimmed" role="status">
            <Trans>No order that you see has a passenger with these values.</Trans>
          </Text>
        )}
        {orders.map((order) => (
          <Stack key={order.orderId} gap={6}>
            <Group gap="sm">
              <Checkbox
                checked={!left.includes(order.orderId)}
                onChange={() => setLeft(toggle(left, order.orderId))}
                label={t`Order ${order.reference}`}
              />
              <TextLink href={`/orders/${order.orderId}`}>
                <Trans context="link">Open</Trans>
              </TextLink>
              {order.hold && (
                <Text size="sm" fw={600}>
                  {order.hold === 'inCart' ? t`In the cart` : t`Not ended yet`}
                </Text>
              )}
            </Group>
            <Text size="sm" c="dimmed" pl={30}>
              <Stored order={order} />
            </Text>
            <Group gap="md" pl={30}>
              {order.passengers.map(({ passengerId, name, email, phoneNumber }) => (
                <Checkbox
                  key={passengerId}
                  size="xs"
                  checked={passengerIds.includes(passengerId)}
                  onChange={() => setPassengers(toggle(passengerIds, passengerId))}
                  label={[name, email, phoneNumber].filter(Boolean).join(', ') || t`Without a name`}
                />
              ))}
            </Group>
          </Stack>
        ))}
        {orders.length > 0 && (
          <Text size="sm">
            {guests.passengerIds.length > 0
              ? t`Only the chosen passengers are exported or erased. What may name any of them, such as notes, is not exported, but erased.`
              : t`All passengers of the chosen orders are exported or erased. Choose passengers to leave out the others.`}
          </Text>
        )}
        {exporting.error && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
            {problemText(i18n, exporting.error)}
          </Alert>
        )}
        {orders.length > 0 && (
          <Group justify="flex-end">
            <BusyButton
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={chosen.length === 0}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              <Trans>Export</Trans>
            </BusyButton>
            <Button
              color="red"
              variant="light"
              leftSection={<IconEraser size={16} aria-hidden />}
              disabled={chosen.length === 0}
              onClick={() => setErasing(true)}
            >
              <Trans>Erase…</Trans>
            </Button>
          </Group>
        )}
      </Stack>
      {isErasing && (
        <EraseGuests
          guests={guests}
          needed={chosen.filter(({ hold }) => hold !== null)}
          done={done}
          close={() => setErasing(false)}
        />
      )}
    </Section>
  );
}

function Stored({ order }: { order: FoundOrder }) {
  const { t } = useLingui();
  const { notes, tags, tickets, deliveries, auditEntries } = order;
  return [
    t`${plural(order.passengers.length, { one: '# passenger', other: '# passengers' })}`,
    t`${plural(notes, { one: '# note', other: '# notes' })}`,
    t`${plural(tags, { one: '# tag', other: '# tags' })}`,
    t`${plural(tickets, { one: '# ticket', other: '# tickets' })}`,
    t`${plural(deliveries, { one: '# webhook delivery', other: '# webhook deliveries' })}`,
    t`${plural(auditEntries, { one: '# audit entry', other: '# audit entries' })}`,
  ].join(' · ');
}

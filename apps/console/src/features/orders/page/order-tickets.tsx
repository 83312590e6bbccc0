import { useLingui } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { Section } from '#components/section.tsx';
import type { Order } from '../order-query.ts';

/** The tickets, as PDF files. */
export function OrderTickets({ order: { tickets, status } }: { order: Order }) {
  const { t } = useLingui();
  return (
    <Section title={t`Tickets`}>
      {tickets.length === 0 ? (
        <Text size="sm" c="dimmed">
          {status === 'InCart' ? t`Tickets are issued when the order is booked.` : t`This order has no tickets.`}
        </Text>
      ) : (
        <Stack gap={8}>
          {tickets.map(({ id, filename, url }) => (
            <Group key={id} gap={8} wrap="nowrap">
              <IconTicket
                size={17}
                stroke={1.6}
                aria-hidden
                color="var(--mantine-color-dimmed)"
                style={{ flex: 'none' }}
              />
              <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {filename}
              </Anchor>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

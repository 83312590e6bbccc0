import { useLingui } from '@lingui/react/macro';
import { Box, Group, Stack, Text } from '@mantine/core';
import Link from 'next/link';
import { useDeferredValue } from 'react';
import { Amount } from '#components/amount.tsx';
import { PassengerNames } from '#components/passenger-names.tsx';
import type { OrderRow } from '../orders-query.ts';
import { StartsAt } from '../starts-at.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { useOrderHref } from './order-link.tsx';
import classes from './orders-cards.module.css';

/** Number of cards in the first render; the rest is rendered afterwards. */
const FIRST_CARDS = 20;

type OrdersCardsProps = { orders: OrderRow[]; isStale: boolean };

/** Orders as a list of cards for narrow screens, with the most relevant columns of the table. */
export function OrdersCards({ orders, isStale }: OrdersCardsProps) {
  const { t } = useLingui();
  const hrefOf = useOrderHref();
  const shown = useDeferredValue(orders, orders.slice(0, FIRST_CARDS));
  return (
    <ul className={classes.list} aria-label={t`Orders`} data-stale={isStale} aria-busy={isStale}>
      {shown.map((order) => (
        <li key={order.id}>
          <Link
            href={hrefOf(order.id)}
            prefetch={false}
            className={classes.card}
            data-row
            aria-label={t`Order ${{ id: order.id }}`}
          >
            <Group justify="space-between" wrap="nowrap" mb={4}>
              <Text size="sm" c="dimmed" className="tabular">
                {order.id}
                {order.referenceCode && ` · ${order.referenceCode}`}
              </Text>
              <StatusBadge status={order.status} />
            </Group>
            <Text fw={600} mb={6}>
              {order.bookedDetails?.product.title ?? t`No booking yet`}
            </Text>
            <Group justify="space-between" align="flex-end" wrap="nowrap" gap="sm">
              <Stack gap={2} fz="sm" miw={0}>
                <StartsAt order={order} />
                <Box>
                  <PassengerNames passengers={order.passengers} />
                </Box>
                <Text inherit c="dimmed">
                  {order.client.name} · {order.city.name}
                </Text>
              </Stack>
              <Amount money={order.totalPrices.sold} strong />
            </Group>
          </Link>
        </li>
      ))}
    </ul>
  );
}

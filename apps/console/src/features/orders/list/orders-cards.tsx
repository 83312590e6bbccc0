import { useLingui } from '@lingui/react/macro';
import { Box, Group, Stack, Text } from '@mantine/core';
import { memo, useDeferredValue, useRef } from 'react';
import { Amount } from '#components/amount.tsx';
import { useEarlyInput } from '#components/early-input.ts';
import { PassengerNames } from '#components/passenger-names.tsx';
import type { OrderRow } from '../orders-query.ts';
import { StartsAt } from '../starts-at.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { OrderLink } from './order-link.tsx';
import classes from './orders-cards.module.css';
import type { Selection } from './use-selection.ts';
import { useSelectionCommands } from './use-selection-commands.ts';

/** Number of cards in the first render; the rest is rendered afterwards. */
const FIRST_CARDS = 20;

type OrdersCardsProps = { orders: OrderRow[]; isStale: boolean; selection: Selection };

/** Orders as a list of cards for narrow screens, with the most relevant columns of the table. */
export function OrdersCards({ orders, isStale, selection }: OrdersCardsProps) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const shown = useDeferredValue(orders, orders.slice(0, FIRST_CARDS));
  useEarlyInput(list);
  useSelectionCommands(selection);
  return (
    <ul ref={list} className={classes.list} aria-label={t`Orders`} data-stale={isStale} aria-busy={isStale}>
      {shown.map((order) => (
        <OrderCard key={order.id} order={order} isSelected={selection.has(order.id)} choose={selection.choose} />
      ))}
    </ul>
  );
}

type OrderCardProps = { order: OrderRow; isSelected: boolean; choose: Selection['choose'] };

/** Memoized: selecting an order does not re-render the others. */
const OrderCard = memo(function OrderCard({ order, isSelected, choose }: OrderCardProps) {
  const { t } = useLingui();
  const { id } = order;
  return (
    <li data-selected={isSelected || undefined}>
      <label className={classes.choice}>
        <input
          type="checkbox"
          aria-label={t`Select order ${id}`}
          checked={isSelected}
          onChange={() => {}}
          onClick={({ shiftKey, currentTarget }) => choose(id, currentTarget.checked, shiftKey)}
        />
      </label>
      <div className={classes.card}>
        <Group justify="space-between" wrap="nowrap" mb={4}>
          <Text size="sm" c="dimmed" className="tabular">
            <OrderLink order={order} />
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
      </div>
    </li>
  );
});

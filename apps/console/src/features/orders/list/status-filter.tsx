import { Chip, Group } from '@mantine/core';
import { useRef } from 'react';
import { useEarlyClicks } from '#components/list/early-input.ts';
import { ORDER_STATUSES, type OrderStatus, STATUS_LOOKS } from '#lib/order-status.ts';
import classes from './orders-toolbar.module.css';

type StatusFilterProps = { value: OrderStatus[]; onChange: (value: OrderStatus[]) => void };

/** Filters by status; with no status chosen, all orders are shown. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const box = useRef<HTMLDivElement>(null);
  useEarlyClicks(box);
  const toggle = (status: OrderStatus, isChosen: boolean) =>
    onChange(ORDER_STATUSES.filter((one) => (one === status ? isChosen : value.includes(one))));
  return (
    <Group ref={box} role="group" aria-label="Status" gap={6} className={classes.status}>
      {ORDER_STATUSES.map((status) => (
        <Chip
          key={status}
          checked={value.includes(status)}
          onChange={(isChosen) => toggle(status, isChosen)}
          color={STATUS_LOOKS[status].color}
          variant="light"
          radius="md"
          size="sm"
          classNames={{ label: classes.chip }}
        >
          {STATUS_LOOKS[status].label}
        </Chip>
      ))}
    </Group>
  );
}

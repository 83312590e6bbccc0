import { useLingui } from '@lingui/react/macro';
import { Chip, Group } from '@mantine/core';
import { ORDER_STATUSES, type OrderStatus, STATUS_LOOKS } from '#lib/order-status.ts';
import classes from './orders-toolbar.module.css';

type StatusFilterProps = { value: OrderStatus[]; onChange: (value: OrderStatus[]) => void };

/** Filters by status; with no status chosen, all orders are shown. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const { t } = useLingui();
  const toggle = (status: OrderStatus, isChosen: boolean) =>
    onChange(ORDER_STATUSES.filter((one) => (one === status ? isChosen : value.includes(one))));
  return (
    <Group role="group" aria-label={t`Status`} gap={6} className={classes.status}>
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
          {t(STATUS_LOOKS[status].label)}
        </Chip>
      ))}
    </Group>
  );
}

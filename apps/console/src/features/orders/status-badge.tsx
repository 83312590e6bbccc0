import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeProps } from '@mantine/core';
import { type OrderStatus, STATUS_LOOKS } from '#lib/order-status.ts';

/** The status of an order, a booking or a passenger. */
export function StatusBadge({ status, ...props }: { status: OrderStatus } & Omit<BadgeProps, 'color'>) {
  const { t } = useLingui();
  const { label, color } = STATUS_LOOKS[status];
  return (
    <Badge color={color} {...props}>
      {t(label)}
    </Badge>
  );
}

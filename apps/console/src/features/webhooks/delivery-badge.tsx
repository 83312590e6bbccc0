import { Badge, type BadgeProps } from '@mantine/core';
import { type DeliveryStatus, standingOf } from './delivery-status.ts';

type DeliveryBadgeProps = {
  delivery: { status: DeliveryStatus; isUnderWay: boolean; attemptCount: number };
} & Omit<BadgeProps, 'color'>;

/** The state of a delivery. */
export function DeliveryBadge({ delivery, ...props }: DeliveryBadgeProps) {
  const { label, color } = standingOf(delivery);
  return (
    <Badge color={color} {...props}>
      {label}
    </Badge>
  );
}

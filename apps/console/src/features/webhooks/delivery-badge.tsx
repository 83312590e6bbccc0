import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeProps } from '@mantine/core';
import { type DeliveryStatus, STANDING_LOOKS, standingOf } from './delivery-status.ts';

type DeliveryBadgeProps = {
  delivery: { status: DeliveryStatus; isUnderWay: boolean; attemptCount: number };
} & Omit<BadgeProps, 'color'>;

/** The state of a delivery. */
export function DeliveryBadge({ delivery, ...props }: DeliveryBadgeProps) {
  const { t } = useLingui();
  const { label, color } = STANDING_LOOKS[standingOf(delivery)];
  return (
    <Badge color={color} {...props}>
      {t(label)}
    </Badge>
  );
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The order statuses in display order. */
export const ORDER_STATUSES = ['Booked', 'InCart', 'Cancelled', 'Deleted'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Labels and colours of the statuses. */
export const STATUS_LOOKS: Record<OrderStatus, { label: MessageDescriptor; color: string }> = {
  Booked: { label: msg`Booked`, color: 'teal' },
  InCart: { label: msg`In cart`, color: 'yellow' },
  Cancelled: { label: msg`Cancelled`, color: 'red' },
  Deleted: { label: msg`Deleted`, color: 'gray' },
};

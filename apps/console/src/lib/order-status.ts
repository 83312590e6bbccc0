/** The order statuses in display order. */
export const ORDER_STATUSES = ['Booked', 'InCart', 'Cancelled', 'Deleted'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Labels and colours of the statuses. */
export const STATUS_LOOKS: Record<OrderStatus, { label: string; color: string }> = {
  Booked: { label: 'Booked', color: 'teal' },
  InCart: { label: 'In cart', color: 'yellow' },
  Cancelled: { label: 'Cancelled', color: 'red' },
  Deleted: { label: 'Deleted', color: 'gray' },
};

/** The states of an order, in the order in which staff ask for them. */
export const ORDER_STATUSES = ['Booked', 'InCart', 'Cancelled', 'Deleted'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The words and the colours of the states. */
export const STATUS_LOOKS: Record<OrderStatus, { label: string; color: string }> = {
  Booked: { label: 'Booked', color: 'teal' },
  InCart: { label: 'In cart', color: 'yellow' },
  Cancelled: { label: 'Cancelled', color: 'red' },
  Deleted: { label: 'Deleted', color: 'gray' },
};

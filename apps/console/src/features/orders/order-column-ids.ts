/** The columns that the order list can show, in the order in which they are offered. */
export const ORDER_COLUMN_IDS = [
  'id',
  'status',
  'product',
  'starts',
  'guests',
  'client',
  'city',
  'total',
  'created',
  'booked',
  'pickup',
  'dropoff',
  'guide',
  'contact',
  'issuer',
  'supplier',
  'tags',
] as const;

export type OrderColumnId = (typeof ORDER_COLUMN_IDS)[number];

export const DEFAULT_COLUMNS: OrderColumnId[] = [
  'id',
  'status',
  'product',
  'starts',
  'guests',
  'client',
  'total',
  'created',
];

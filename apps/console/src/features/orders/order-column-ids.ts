/** The columns of the order list, in the order of the column chooser. */
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

import type { OrderColumnId } from '../order-column-ids.ts';

/** The columns of the file for a column of the list. */
const CSV_COLUMNS: Record<OrderColumnId, readonly string[]> = {
  id: ['id', 'reference_code'],
  status: ['status'],
  product: ['product', 'service_level'],
  starts: ['starts_at', 'ends_at'],
  guests: ['leader', 'passengers'],
  client: ['client'],
  city: ['city'],
  total: ['sold', 'currency'],
  created: ['created_at'],
  booked: ['booked_at'],
  pickup: ['pickup_date', 'pickup_time', 'pickup_point', 'pickup_driver'],
  dropoff: ['dropoff_date', 'dropoff_time', 'dropoff_point', 'dropoff_driver'],
  guide: ['tour_guide'],
  contact: ['contact_person'],
  issuer: ['issuer'],
  supplier: ['supplier'],
  tags: ['tags'],
};

/** The columns of the file for the columns of the list, in their order. */
export const csvColumnsOf = (columns: readonly OrderColumnId[]): string[] => columns.flatMap((id) => CSV_COLUMNS[id]);

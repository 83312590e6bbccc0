import { countText } from '#lib/count-text.ts';
import { type OrderStatus, STATUS_LOOKS } from '#lib/order-status.ts';
import type { BatchFacts } from './batch-query.ts';

export const ROW_STATUSES = ['planned', 'done', 'unchanged', 'refused', 'stale', 'failed', 'cancelled'] as const;

/** The outcome of an order in a batch. */
export type RowStatus = (typeof ROW_STATUSES)[number];

/** Labels and colours of the outcomes. */
export const ROW_LOOKS: Record<RowStatus, { label: string; color: string }> = {
  planned: { label: 'To be changed', color: 'blue' },
  done: { label: 'Changed', color: 'teal' },
  unchanged: { label: 'Already set', color: 'gray' },
  refused: { label: 'Refused', color: 'red' },
  stale: { label: 'Changed by others', color: 'orange' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Not processed', color: 'gray' },
};

/** The outcomes that a batch can retry. */
export const RETRIED: readonly RowStatus[] = ['refused', 'failed', 'cancelled'];

const PLACES: Record<string, string> = {
  order: 'the order',
  booking: 'the bookings',
  pickup: 'the pickup',
  dropoff: 'the drop-off',
};

const MEMBERS: Record<string, string> = {
  status: 'Status',
  tourGuide: 'Guide',
  contactPerson: 'Contact person',
  'pickup.driver': 'Driver of the pickup',
  'pickup.time': 'Time of the pickup',
  'pickup.date': 'Day of the pickup',
  'dropoff.driver': 'Driver of the drop-off',
  'dropoff.time': 'Time of the drop-off',
  'dropoff.date': 'Day of the drop-off',
  pickup: 'Driver of the pickup',
  dropoff: 'Driver of the drop-off',
  'orders.tags': 'Tag',
  'bookings.tags': 'Tag of the booking',
  'transfers.tags': 'Tag of the transfer',
};

/** The label of an order's member. */
export const memberText = (member: string): string => MEMBERS[member] ?? member;

/** A number of orders as text. */
export const ordersText = (count: number) => countText(count, { one: '# order', other: '# orders' });

/** A number of webhooks as text. */
export const webhooksText = (count: number) => countText(count, { one: '# webhook', other: '# webhooks' });

const tagText = ({ key, value }: { key: string; value: string | number | null }) =>
  value === null ? key : `${key}: ${value}`;

/** A one-line summary of a batch. */
export function batchText({ kind, change, undoOf }: Pick<BatchFacts, 'kind' | 'change' | 'undoOf'>): string {
  if (kind === 'undo') return undoOf ? `Undoes batch ${undoOf.id}` : 'Undoes a batch';
  if (kind === 'dispatch' || !change) return 'Publishes the dispatch board';
  const { status, assignments, tags } = change;
  if (status) return `Status becomes ${STATUS_LOOKS[status as OrderStatus].label}`;
  if (tags) {
    const more = tags.tagCount - tags.tags.length;
    const named = [...tags.tags.map(tagText), ...(more > 0 ? [`${more} more`] : [])].join(', ');
    const place = PLACES[tags.on] ?? tags.on;
    if (tags.action === 'remove') return `Removes ${named} from ${place}`;
    if (tags.action === 'assign') return `Assigns ${named} to ${place}`;
    return named ? `Tags of ${place} become exactly ${named}` : `Removes all tags from ${place}`;
  }
  const [first] = assignments;
  const roles = assignments.map(({ of }) => memberText(of)).join(' and ');
  return first?.person ? `${roles} becomes ${first.person.name}` : `${roles} becomes unassigned`;
}

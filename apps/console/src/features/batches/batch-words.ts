import { type OrderStatus, STATUS_LOOKS } from '../orders/order-status.ts';
import type { BatchFacts } from './batch-query.ts';

export const ROW_STATUSES = ['planned', 'done', 'unchanged', 'refused', 'stale', 'failed', 'cancelled'] as const;

/** What became of an order in a batch. */
export type RowStatus = (typeof ROW_STATUSES)[number];

/** The words and the colours of what becomes of an order. */
export const ROW_LOOKS: Record<RowStatus, { label: string; color: string }> = {
  planned: { label: 'To be changed', color: 'blue' },
  done: { label: 'Changed', color: 'teal' },
  unchanged: { label: 'As asked already', color: 'gray' },
  refused: { label: 'Refused', color: 'red' },
  stale: { label: 'Changed by others', color: 'orange' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Not reached', color: 'gray' },
};

/** What a batch can do once more. */
export const RETRIED: readonly RowStatus[] = ['refused', 'failed', 'cancelled'];

const PLACES: Record<string, string> = {
  order: 'the order',
  booking: 'the bookings',
  pickup: 'the pickup',
  dropoff: 'the dropoff',
};

const MEMBERS: Record<string, string> = {
  status: 'Status',
  tourGuide: 'Guide',
  contactPerson: 'Contact person',
  'pickup.driver': 'Driver of the pickup',
  'pickup.time': 'Time of the pickup',
  'pickup.date': 'Day of the pickup',
  'dropoff.driver': 'Driver of the dropoff',
  'dropoff.time': 'Time of the dropoff',
  'dropoff.date': 'Day of the dropoff',
  pickup: 'Driver of the pickup',
  dropoff: 'Driver of the dropoff',
  'orders.tags': 'Tag',
  'bookings.tags': 'Tag of the booking',
  'transfers.tags': 'Tag of the transfer',
};

/** A member of an order as staff call it. */
export const memberText = (member: string): string => MEMBERS[member] ?? member;

const orders = (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en')} orders`);

/** So many orders, in words. */
export const ordersText = orders;

/** So many webhooks, in words. */
export const webhooksText = (count: number) => (count === 1 ? '1 webhook' : `${count.toLocaleString('en')} webhooks`);

const tagText = ({ key, value }: { key: string; value: string | number | null }) =>
  value === null ? key : `${key}: ${value}`;

/** What a batch does, in one line. */
export function batchText({ kind, change, undoOf }: Pick<BatchFacts, 'kind' | 'change' | 'undoOf'>): string {
  if (kind === 'undo') return undoOf ? `Takes back batch ${undoOf.id}` : 'Takes a batch back';
  if (kind === 'dispatch' || !change) return 'Publishes the dispatch board';
  const { status, assignments, tags } = change;
  if (status) return `Status becomes ${STATUS_LOOKS[status as OrderStatus].label}`;
  if (tags) {
    const more = tags.tagCount - tags.tags.length;
    const named = [...tags.tags.map(tagText), ...(more > 0 ? [`${more} more`] : [])].join(', ');
    const place = PLACES[tags.on] ?? tags.on;
    if (tags.action === 'remove') return `Takes ${named} off ${place}`;
    if (tags.action === 'assign') return `Puts ${named} on ${place}`;
    return named ? `Tags of ${place} become exactly ${named}` : `Takes all tags off ${place}`;
  }
  const [first] = assignments;
  const roles = assignments.map(({ of }) => memberText(of)).join(' and ');
  return first?.person ? `${roles} becomes ${first.person.name}` : `${roles} is taken away`;
}

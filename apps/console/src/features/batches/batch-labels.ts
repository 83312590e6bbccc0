import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { type OrderStatus, STATUS_LOOKS } from '#lib/order-status.ts';
import type { BatchFacts } from './batch-query.ts';

export const ROW_STATUSES = ['planned', 'done', 'unchanged', 'refused', 'stale', 'failed', 'cancelled'] as const;

/** The outcome of an order in a batch. */
export type RowStatus = (typeof ROW_STATUSES)[number];

/** Labels and colours of the outcomes. */
export const ROW_LOOKS: Record<RowStatus, { label: MessageDescriptor; color: string }> = {
  planned: { label: msg`To be changed`, color: 'blue' },
  done: { label: msg`Changed`, color: 'teal' },
  unchanged: { label: msg`Already set`, color: 'gray' },
  refused: { label: msg`Refused`, color: 'red' },
  stale: { label: msg`Changed by others`, color: 'orange' },
  failed: { label: msg`Failed`, color: 'red' },
  cancelled: { label: msg`Not processed`, color: 'gray' },
};

/** The outcomes that a batch can retry. */
export const RETRIED: readonly RowStatus[] = ['refused', 'failed', 'cancelled'];

const PLACES: Record<string, MessageDescriptor> = {
  order: msg`the order`,
  booking: msg`the bookings`,
  pickup: msg`the pickup`,
  dropoff: msg`the drop-off`,
};

const MEMBERS: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  tourGuide: msg`Guide`,
  contactPerson: msg`Contact person`,
  'pickup.driver': msg`Driver of the pickup`,
  'pickup.time': msg`Time of the pickup`,
  'pickup.date': msg`Day of the pickup`,
  'dropoff.driver': msg`Driver of the drop-off`,
  'dropoff.time': msg`Time of the drop-off`,
  'dropoff.date': msg`Day of the drop-off`,
  pickup: msg`Driver of the pickup`,
  dropoff: msg`Driver of the drop-off`,
  'orders.tags': msg`Tag`,
  'bookings.tags': msg`Tag of the booking`,
  'transfers.tags': msg`Tag of the transfer`,
};

/** The label of an order's member. */
export function memberText(i18n: I18n, member: string): string {
  const label = MEMBERS[member];
  return label ? i18n._(label) : member;
}

const tagText = ({ key, value }: { key: string; value: string | number | null }) =>
  value === null ? key : `${key}: ${value}`;

/** A one-line summary of a batch. */
export function batchText(
  i18n: I18n,
  { kind, change, undoOf }: Pick<BatchFacts, 'kind' | 'change' | 'undoOf'>,
): string {
  if (kind === 'undo') return undoOf ? t(i18n)`Undoes batch ${{ id: undoOf.id }}` : t(i18n)`Undoes a batch`;
  if (kind === 'dispatch' || !change) return t(i18n)`Publishes the dispatch board`;
  const { status, assignments, tags } = change;
  if (status) return t(i18n)`Status becomes ${{ status: i18n._(STATUS_LOOKS[status as OrderStatus].label) }}`;
  if (tags) {
    const more = tags.tagCount - tags.tags.length;
    const named = [...tags.tags.map(tagText), ...(more > 0 ? [t(i18n)`${more} more`] : [])].join(', ');
    const label = PLACES[tags.on];
    const place = label ? i18n._(label) : tags.on;
    if (tags.action === 'remove') return t(i18n)`Removes ${named} from ${place}`;
    if (tags.action === 'assign') return t(i18n)`Assigns ${named} to ${place}`;
    return named ? t(i18n)`Tags of ${place} become exactly ${named}` : t(i18n)`Removes all tags from ${place}`;
  }
  const [first, second] = assignments.map(({ of }) => memberText(i18n, of));
  const name = assignments[0]?.person?.name;
  if (second)
    return name ? t(i18n)`${first} and ${second} becomes ${name}` : t(i18n)`${first} and ${second} becomes unassigned`;
  return name ? t(i18n)`${first} becomes ${name}` : t(i18n)`${first} becomes unassigned`;
}

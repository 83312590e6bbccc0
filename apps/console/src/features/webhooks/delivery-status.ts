/** The states of a delivery, in the order in which staff ask for them. */
export const DELIVERY_STATUSES = ['failed', 'pending', 'skipped', 'succeeded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why something is delivered. */
export const DELIVERY_CAUSES = ['change', 'repeat', 'test'] as const;
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

/** The words and the colours of the states. */
export const STATUS_LOOKS: Record<DeliveryStatus, { label: string; color: string }> = {
  failed: { label: 'Failed', color: 'red' },
  pending: { label: 'Waiting', color: 'blue' },
  skipped: { label: 'Skipped', color: 'gray' },
  succeeded: { label: 'Delivered', color: 'teal' },
};

/** The words for the causes. */
export const CAUSE_LABELS: Record<DeliveryCause, string> = {
  change: 'Change',
  repeat: 'Sent again',
  test: 'Test',
};

type Standing = { status: DeliveryStatus; isUnderWay: boolean; attemptCount: number };

/** The words and the colour for where a delivery stands: one that waits may have failed before. */
export function standingOf({ status, isUnderWay, attemptCount }: Standing): { label: string; color: string } {
  if (status !== 'pending') return STATUS_LOOKS[status];
  if (isUnderWay) return { label: 'Sending', color: 'blue' };
  return attemptCount > 0 ? { label: 'Will try again', color: 'orange' } : STATUS_LOOKS.pending;
}

/** The statuses of a delivery in display order. */
export const DELIVERY_STATUSES = ['failed', 'pending', 'skipped', 'succeeded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The causes of a delivery. */
export const DELIVERY_CAUSES = ['change', 'repeat', 'test'] as const;
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

/** Labels and colours of the statuses. */
export const STATUS_LOOKS: Record<DeliveryStatus, { label: string; color: string }> = {
  failed: { label: 'Failed', color: 'red' },
  pending: { label: 'Waiting', color: 'blue' },
  skipped: { label: 'Skipped', color: 'gray' },
  succeeded: { label: 'Delivered', color: 'teal' },
};

/** Labels of the causes. */
export const CAUSE_LABELS: Record<DeliveryCause, string> = {
  change: 'Change',
  repeat: 'Sent again',
  test: 'Test',
};

type Standing = { status: DeliveryStatus; isUnderWay: boolean; attemptCount: number };

/** The label and colour of a delivery's state; distinguishes a pending delivery that has failed before. */
export function standingOf({ status, isUnderWay, attemptCount }: Standing): { label: string; color: string } {
  if (status !== 'pending') return STATUS_LOOKS[status];
  if (isUnderWay) return { label: 'Sending', color: 'blue' };
  return attemptCount > 0 ? { label: 'Will try again', color: 'orange' } : STATUS_LOOKS.pending;
}

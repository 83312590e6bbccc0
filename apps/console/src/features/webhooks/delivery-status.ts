import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The statuses of a delivery in display order. */
export const DELIVERY_STATUSES = ['failed', 'pending', 'skipped', 'succeeded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The causes of a delivery. */
export const DELIVERY_CAUSES = ['change', 'repeat', 'test'] as const;
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

/** The state of a delivery: its status, or what a pending delivery does. */
export type Standing = DeliveryStatus | 'sending' | 'retrying';

/** Labels and colours of the states; `counted` is the text for a number of deliveries in the state. */
export const STANDING_LOOKS: Record<Standing, { label: MessageDescriptor; counted: MessageDescriptor; color: string }> =
  {
    failed: { label: msg`Failed`, counted: msg({ message: '{count} failed' }), color: 'red' },
    pending: { label: msg`Waiting`, counted: msg({ message: '{count} waiting' }), color: 'blue' },
    skipped: { label: msg`Skipped`, counted: msg({ message: '{count} skipped' }), color: 'gray' },
    succeeded: { label: msg`Delivered`, counted: msg({ message: '{count} delivered' }), color: 'teal' },
    sending: { label: msg`Sending`, counted: msg({ message: '{count} sending' }), color: 'blue' },
    retrying: { label: msg`Will try again`, counted: msg({ message: '{count} will try again' }), color: 'orange' },
  };

/** Labels of the causes. */
export const CAUSE_LABELS: Record<DeliveryCause, MessageDescriptor> = {
  change: msg({ message: 'Change', context: 'noun' }),
  repeat: msg`Sent again`,
  test: msg`Test`,
};

type Facts = { status: DeliveryStatus; isUnderWay: boolean; attemptCount: number };

/** The state of a delivery; distinguishes a pending delivery that has failed before. */
export function standingOf({ status, isUnderWay, attemptCount }: Facts): Standing {
  if (status !== 'pending') return status;
  if (isUnderWay) return 'sending';
  return attemptCount > 0 ? 'retrying' : 'pending';
}

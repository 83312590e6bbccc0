import type { Settings } from '@channel/settings';
import { unseal } from './secrets.ts';
import { signatureHeaders } from './sign.ts';

/** The data of the headers of a request to a receiver. */
export type Outgoing = {
  eventId: string;
  /** The version of the order in the event. */
  sequence: number;
  /** Whether staff sent it as a test, without a change. A repeat of a test is also a test. */
  isTest: boolean;
  /** The endpoint's encrypted secret. */
  secret: Uint8Array;
  /** The secret before the last rotation; it also signs until it expires. */
  previousSecret: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
  /** The place of the request in the trace of the change; null or absent without traces. */
  traceparent?: string | null;
};

/**
 * The headers of a request with an event, signed for the time at which it is sent: receivers refuse old signatures.
 *
 * @throws when a secret was encrypted with another key than the installation's
 */
export function requestHeaders(
  { secretKey }: Pick<Settings, 'secretKey'>,
  outgoing: Outgoing,
  body: string,
  sentAt: Date,
): Record<string, string> {
  const { secret, previousSecret, previousSecretExpiresAt, eventId, sequence, isTest, traceparent } = outgoing;
  const overlaps = previousSecret !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > sentAt;
  const secrets = [secret, ...(overlaps ? [previousSecret] : [])].map((sealed) => unseal(sealed, secretKey));
  return {
    'content-type': 'application/json',
    'user-agent': 'channel-booking-webhooks/1',
    ...signatureHeaders(secrets, { id: eventId, sentAt, body }),
    'x-order-sequence': String(sequence),
    ...(isTest ? { 'x-webhook-test': '1' } : {}),
    ...(traceparent ? { traceparent } : {}),
  };
}

import type { Settings } from '@channel/settings';
import { unseal } from './secrets.ts';
import { signatureHeaders } from './sign.ts';

/** What the headers of a request to a receiver are made from. */
export type Outgoing = {
  eventId: string;
  /** The order's version that the event tells of. */
  sequence: number;
  /** Whether staff sent it to try an endpoint: nothing had changed. It stays so however often it is repeated. */
  isTest: boolean;
  /** The endpoint's secret, sealed. */
  secret: Uint8Array;
  /** The one before the last rotation; it signs too until it expires. */
  previousSecret: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
};

/**
 * The headers of a request that carries an event, signed for the moment at which it is sent: receivers refuse old ones.
 *
 * @throws when a secret was sealed with another key than the installation's
 */
export function requestHeaders(
  { secretKey }: Pick<Settings, 'secretKey'>,
  outgoing: Outgoing,
  body: string,
  sentAt: Date,
): Record<string, string> {
  const { secret, previousSecret, previousSecretExpiresAt, eventId, sequence, isTest } = outgoing;
  const overlaps = previousSecret !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > sentAt;
  const secrets = [secret, ...(overlaps ? [previousSecret] : [])].map((sealed) => unseal(sealed, secretKey));
  return {
    'content-type': 'application/json',
    'user-agent': 'channel-booking-webhooks/1',
    ...signatureHeaders(secrets, { id: eventId, sentAt, body }),
    'x-order-sequence': String(sequence),
    ...(isTest ? { 'x-webhook-test': '1' } : {}),
  };
}

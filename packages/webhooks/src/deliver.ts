import { parseAddress, RefusedAddress } from './addresses.ts';
import { type Attempt, readAttempt, recordAttempt, skip, takeSlot } from './attempt.ts';
import { type Courier, rulesOf } from './courier.ts';
import { unseal } from './secrets.ts';
import { type Answer, send } from './send.ts';
import { signatureHeaders } from './sign.ts';

/** Bodies beyond this size are sent all the same, but an operator should know. */
const LARGE_BODY = 262_144;

/**
 * Makes one attempt of a delivery whose turn it is, and records what came of it. Does nothing when the delivery is
 * finished. What goes wrong at the receiver is recorded, never thrown.
 */
export async function deliver(courier: Courier, deliveryId: number): Promise<void> {
  const attempt = await readAttempt(courier, deliveryId);
  if (!attempt) return;
  const { payload } = attempt;
  if (attempt.isOff && attempt.cause === 'change') return skip(courier, attempt, 'The endpoint was switched off.');
  if (!attempt.isVisible) return skip(courier, attempt, "The endpoint's owner may no longer see the order.");
  if (payload === null) return skip(courier, attempt, 'The body was erased.');
  if (Buffer.byteLength(payload) > LARGE_BODY) {
    courier.log('warn', 'the body of a webhook is very large', { eventId: attempt.eventId, orderId: attempt.orderId });
  }
  const called = courier.clock();
  const slot = await takeSlot(courier, attempt, called);
  if (slot > called) await courier.pause(slot.getTime() - called.getTime());
  const startedAt = courier.clock();
  const headers = headersOf(courier, attempt, payload, startedAt);
  const answer = headers ? await post(courier, attempt.url, headers, payload) : unsent('The secret could not be read.');
  await recordAttempt(courier, attempt, { startedAt, url: attempt.url, headers: headers ?? {}, answer });
}

const unsent = (error: string): Answer => ({ durationMs: 0, status: null, headers: null, body: null, error });

/** Signed anew for each attempt: receivers refuse old timestamps. */
function headersOf(courier: Courier, attempt: Attempt, body: string, sentAt: Date): Record<string, string> | undefined {
  const secrets = secretsOf(courier, attempt, sentAt);
  if (!secrets) return undefined;
  return {
    'content-type': 'application/json',
    'user-agent': 'channel-booking-webhooks/1',
    ...signatureHeaders(secrets, { id: attempt.eventId, sentAt, body }),
    'x-order-sequence': String(attempt.sequence),
    ...(attempt.cause === 'test' ? { 'x-webhook-test': '1' } : {}),
  };
}

/** The endpoint's secret, and the one before while a rotation overlaps; undefined when they can't be decrypted. */
function secretsOf({ settings, log }: Courier, attempt: Attempt, sentAt: Date): string[] | undefined {
  const { secret, previousSecret, previousSecretExpiresAt, endpointId } = attempt;
  const overlaps = previousSecret !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > sentAt;
  try {
    return [secret, ...(overlaps ? [previousSecret] : [])].map((sealed) => unseal(sealed, settings.secretKey));
  } catch (error) {
    // Another key than the one it was sealed with: nothing that the receiver or a later job could mend.
    log('warn', 'the secret of a webhook endpoint could not be read', { endpointId, err: error });
    return undefined;
  }
}

async function post(
  { agent, settings }: Courier,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answer> {
  try {
    parseAddress(url, rulesOf(settings));
  } catch (error) {
    // It was allowed when it was registered: the operator's rules have changed since.
    if (!(error instanceof RefusedAddress)) throw error;
    return unsent(`The address ${error.message}`);
  }
  return send(agent, { url, headers, body, timeoutMs: settings.webhookTimeoutSeconds * 1_000 });
}

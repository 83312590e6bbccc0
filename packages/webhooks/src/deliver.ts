import { parseAddress, RefusedAddress } from './addresses.ts';
import { type Attempt, readAttempt, recordAttempt, skip, takeSlot } from './attempt.ts';
import { type Courier, rulesOf } from './courier.ts';
import { requestHeaders } from './request-headers.ts';
import { type Answer, send } from './send.ts';

/** Larger bodies are sent, with a warning in the log. */
const LARGE_BODY = 262_144;

/**
 * Makes one attempt of a queued delivery and records the result. Does nothing when the delivery is finished. Errors of
 * the receiver are recorded, never thrown.
 */
export async function deliver(courier: Courier, deliveryId: number): Promise<void> {
  const attempt = await readAttempt(courier, deliveryId);
  if (!attempt) return;
  const { payload } = attempt;
  if (attempt.isDeleted) return skip(courier, attempt, 'The endpoint was deleted.');
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
  const { traceparent } = attempt;
  const span = traceparent === null ? undefined : courier.trace?.({ ...attempt, traceparent });
  const outgoing = span ? { ...attempt, traceparent: span.traceparent } : attempt;
  const headers = headersOf(courier, outgoing, payload, startedAt);
  const answer = headers
    ? await post(courier, attempt.url, headers, payload)
    : unsent('The secret could not be decrypted.');
  span?.end(answer.status);
  await recordAttempt(courier, attempt, { startedAt, url: attempt.url, headers: headers ?? {}, answer });
}

const unsent = (error: string): Answer => ({ durationMs: 0, status: null, headers: null, body: null, error });

/** Undefined when the secret can't be decrypted. */
function headersOf(
  { settings, log }: Courier,
  attempt: Attempt,
  body: string,
  sentAt: Date,
): Record<string, string> | undefined {
  try {
    return requestHeaders(settings, attempt, body, sentAt);
  } catch (error) {
    // The secret was encrypted with another key: neither the receiver nor a later job can fix that.
    const { endpointId } = attempt;
    log('warn', 'the secret of a webhook endpoint could not be decrypted', { endpointId, err: error });
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
    // The address was allowed when it was registered; the rules of the settings have changed since.
    if (!(error instanceof RefusedAddress)) throw error;
    return unsent(`The address ${error.message}`);
  }
  return send(agent, { url, headers, body, timeoutMs: settings.webhookTimeoutSeconds * 1_000 });
}

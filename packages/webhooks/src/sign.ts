import { createHmac } from 'node:crypto';
import { keyOf } from './secrets.ts';

/** The signed content: the id of the event, the time of sending, and the body as sent. */
export type Signed = { id: string; sentAt: Date; body: string };

/**
 * The three headers of Standard Webhooks. Each secret adds one signature; two during the overlap of a rotation, so that
 * a receiver with either secret accepts the request.
 */
export function signatureHeaders(secrets: readonly string[], { id, sentAt, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`, 'utf8');
    return `v1,${mac.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

import { createHmac } from 'node:crypto';
import { keyOf } from './secrets.ts';

/** What is signed: the event's id, when it is sent, and the body as it is sent. */
export type Signed = { id: string; sentAt: Date; body: string };

/**
 * The three headers of Standard Webhooks. Each secret gives one signature; two of them while a rotation overlaps, so that
 * a receiver that knows either is satisfied.
 */
export function signatureHeaders(secrets: readonly string[], { id, sentAt, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`, 'utf8');
    return `v1,${mac.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

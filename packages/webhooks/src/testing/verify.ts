import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import type { Received } from './receiver.ts';

/**
 * Verifies a request with the public library, as a receiver would at that time, and returns its body.
 *
 * @throws when the signature is not valid
 */
export function verified(secret: string, { headers, body }: Received): Record<string, unknown> {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1_000 });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
  } finally {
    vi.useRealTimers();
  }
}

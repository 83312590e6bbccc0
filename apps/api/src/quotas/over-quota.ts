import { HttpError } from 'graphql-rest-router';
import type { OverQuota } from './quotas.ts';

/** The message of a refusal by a quota, at every entry point. */
export const OVER_QUOTA = 'Too many requests. Please try again later.';

/** Ends a request that a quota refuses. @throws 429, if it does */
export function refuseOver(over: OverQuota | undefined): void {
  if (over) throw new HttpError(429, OVER_QUOTA, { 'retry-after': String(over.retryAfter) });
}

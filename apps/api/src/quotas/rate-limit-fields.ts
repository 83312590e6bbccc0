import type { Use } from './leases.ts';
import type { Quota } from './ledger.ts';

/** A quota of requests by its name in the fields. */
export type Policy = { name: 'organization' | 'user' };

type Counted = Policy & { quota: Quota; use: Use };

/** The fields of draft-ietf-httpapi-ratelimit-headers, in which partners read what is left. */
export const RATE_LIMIT_FIELDS = ['RateLimit', 'RateLimit-Policy'] as const;

/**
 * The fields of quotas that counted a request: structured fields, whose only texts are names of this file.
 *
 * @param now milliseconds since 1970
 */
export function fieldsOf(counted: readonly Counted[], now: number): Record<(typeof RATE_LIMIT_FIELDS)[number], string> {
  const seconds = ({ resetsAt }: Use) => Math.max(0, Math.ceil((resetsAt - now) / 1_000));
  const list = (of: (each: Counted) => string) => counted.map((each) => `"${each.name}";${of(each)}`).join(', ');
  return {
    RateLimit: list(({ use }) => `r=${use.remaining};t=${seconds(use)}`),
    'RateLimit-Policy': list(({ quota }) => `q=${quota.limit};w=${quota.seconds}`),
  };
}

/** The value of `Access-Control-Expose-Headers` with the fields. */
export const exposed = (others: string): string => [others, ...RATE_LIMIT_FIELDS].join(', ');

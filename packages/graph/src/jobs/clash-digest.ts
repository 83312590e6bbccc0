import { createHash } from 'node:crypto';
import type { ClashFacts } from './clash-types.ts';

/** Characters of the digest of a finding: 48 bits. */
const LENGTH = 8;

/**
 * Identifies a finding: who, which jobs, what about, how severe, and the amounts and times that it names. That a further
 * order shares one of the jobs does not make it another finding.
 */
export function digestOf({ jobs, more: _more, ...clash }: ClashFacts): string {
  const { reason: _reason, ...facts } = { reason: '', ...clash };
  const text = JSON.stringify([facts, jobs.map(({ task, orderId }) => `${task}:${orderId}`)], sorted);
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}

/** The database does not keep the order of the members of stored findings. */
const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** One digest of several findings, in any order. */
export const digestOfAll = (clashes: readonly ClashFacts[]): string =>
  [...new Set(clashes.map(digestOf))].sort().join('');

/** The findings that are not among those of a digest. */
export function unseen(clashes: readonly ClashFacts[], digest: string): ClashFacts[] {
  const seen = new Set(digest.match(new RegExp(`.{${LENGTH}}`, 'g')));
  return clashes.filter((clash) => !seen.has(digestOf(clash)));
}

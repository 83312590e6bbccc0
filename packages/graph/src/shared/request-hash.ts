import { createHash } from 'node:crypto';
import { invalid } from '../errors.ts';

/** A hash of the arguments of a request, as the schema parsed them: equal for a repeated request. */
export const requestHash = (...request: readonly unknown[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(JSON.stringify(request)).digest());

/** Whether a request is the one whose hash is stored. */
export const isSameRequest = (stored: Uint8Array | null, hash: Uint8Array): boolean =>
  stored !== null && Buffer.from(stored).equals(hash);

/**
 * Refuses a key that an earlier request used for something else, as v1 does for its `Idempotency-Key`.
 *
 * @param stored the hash of the earlier request; null where it was made before hashes were stored
 * @throws a validation error
 */
export function refuseOtherRequest(stored: Uint8Array | null, hash: Uint8Array): void {
  if (stored !== null && !isSameRequest(stored, hash))
    throw invalid([{ path: ['key'], message: 'was used for another request.' }]);
}

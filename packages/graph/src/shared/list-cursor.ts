import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '@channel/settings';
import type { Place } from './keyset.ts';

/*
 * Cursors of lists: a place and a signature. Only places that the server itself printed reach a statement, and a cursor
 * of another list or another order is not mistaken for one of this list.
 */

/** Bytes of a signature. */
const SIGNATURE = 12;
/** Above the longest texts by which lists are sorted. */
const MAX_CURSOR = 8_000;

type Signed = Pick<Settings, 'secretKey'>;

function signatureOf(list: string, place: Buffer, { secretKey }: Signed): Buffer {
  if (secretKey === null) throw new Error('SECRET_KEY is not set');
  const keyed = createHmac('sha256', secretKey).update(`list-cursor:${list.length}:${list}:`);
  return keyed.update(place).digest().subarray(0, SIGNATURE);
}

/** The opaque form of a place of a list, of letters, digits, `-` and `_`. */
export function cursorOf(list: string, place: Place, settings: Signed): string {
  const text = Buffer.from(JSON.stringify(place));
  return Buffer.concat([signatureOf(list, text, settings), text]).toString('base64url');
}

/** The place of a cursor; undefined unless `cursorOf` made it for this list. */
export function placeOf(list: string, cursor: string, settings: Signed): Place | undefined {
  if (cursor.length > MAX_CURSOR) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  // Other characters would be ignored.
  if (bytes.toString('base64url') !== cursor) return undefined;
  const [signature, text] = [bytes.subarray(0, SIGNATURE), bytes.subarray(SIGNATURE)];
  if (signature.length < SIGNATURE || !timingSafeEqual(signature, signatureOf(list, text, settings))) return undefined;
  return JSON.parse(text.toString()) as Place;
}

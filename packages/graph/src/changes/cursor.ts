import type { ChangeStream } from '../context.ts';
import { DomainError } from '../errors.ts';

/** A place in a stream: behind the change at the position. */
export type Place = {
  /** A decimal integer. */
  position: string;
  /** The random number of the change at the position. */
  token: number;
};

/** Why a cursor is refused, as `extensions.reason`. */
export type CursorRefusal = 'CURSOR_MALFORMED' | 'CURSOR_EXPIRED' | 'CURSOR_UNKNOWN';

const VIOLATIONS = {
  CURSOR_MALFORMED: { message: 'must be a cursor of this field.' },
  CURSOR_EXPIRED: { message: 'is older than the changes that are kept: read everything again, from a new cursor.' },
  CURSOR_UNKNOWN: {
    message:
      'belongs to another history of the data, such as before a restore: read everything again, from a new cursor.',
  },
} as const satisfies Record<CursorRefusal, { message: string }>;

/** The error for a cursor after which a stream cannot be read. */
export function refusedCursor(reason: CursorRefusal): DomainError {
  const fields = [{ path: ['after'], ...VIOLATIONS[reason] }];
  return new DomainError('VALIDATION', 'The given data was invalid.', { reason, fields });
}

/** The opaque form of a place, of letters, digits, `-` and `_`. */
export const cursorAt = (stream: ChangeStream, { position, token }: Place): string =>
  Buffer.from(`${stream}:${position}:${token}`).toString('base64url');

const FORM = /^([a-z]+):(0|[1-9]\d{0,17}):(0|-?[1-9]\d{0,9})$/;
const MAX_CURSOR = 100;

/** The place of a cursor. @throws a validation error unless `cursorAt` wrote it for this stream */
export function placeOf(stream: ChangeStream, cursor: string): Place {
  const [, name, position = '', token] =
    (cursor.length <= MAX_CURSOR && FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'))) || [];
  const place = { position, token: Number(token) };
  const isOurs = name === stream && Math.abs(place.token) <= 2 ** 31 && cursorAt(stream, place) === cursor;
  if (!isOurs) throw refusedCursor('CURSOR_MALFORMED');
  return place;
}

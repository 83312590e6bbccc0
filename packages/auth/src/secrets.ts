import { hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The two forms of a token: the text for its holder and the hash for the database. */
export type Secret = { text: string; hash: Uint8Array<ArrayBuffer> };

const TOKEN = /^([1-9]\d{0,15})\|([A-Za-z0-9_-]{43})$/;

/** 256 random bits. They cannot be guessed, so a fast hash is sufficient. */
export const newSecret = (): Secret => secretOf(randomBytes(32));

/**
 * A secret that is derived from another one (HKDF, RFC 5869): always the same for the same salt and purpose, and
 * unknown without both of them.
 */
export const derivedSecret = (from: string, salt: Uint8Array, purpose: string): Secret =>
  secretOf(new Uint8Array(hkdfSync('sha256', from, salt, purpose, 32)));

function secretOf(bytes: Uint8Array): Secret {
  const text = Buffer.from(bytes).toString('base64url');
  return { text, hash: sha256(text) };
}

export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', text, 'buffer'));
}

/** Compares in constant time. */
export function isSame(hash: Uint8Array, expected: Uint8Array): boolean {
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}

/** "the id of the refresh token (contained in the refresh token itself)" */
export function tokenText(id: number, secret: Secret): string {
  return `${id}|${secret.text}`;
}

/** What identifies a stored token, and what proves that it is the same. */
export type ParsedToken = { id: number; secret: string; hash: Uint8Array };

/** The parts of the text of a token; null for any other text. */
export const parseToken = (text: string): ParsedToken | null => parseIdAndSecret(TOKEN.exec(text));

/** The parts of a token from a match whose groups are the id and the secret. */
export function parseIdAndSecret(match: RegExpExecArray | null): ParsedToken | null {
  const [, id, secret] = match ?? [];
  if (id === undefined || secret === undefined || !isRowId(Number(id))) return null;
  return { id: Number(id), secret, hash: sha256(secret) };
}

/** Whether a number can be the id of a row; Postgres throws for any other number. */
export function isRowId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

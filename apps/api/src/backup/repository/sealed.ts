import { createHmac, hkdfSync } from 'node:crypto';
import { BackupError } from '../errors.ts';
import { sha256 } from './files.ts';

/*
 * A small JSON document with its own hash, and with a signature by the key of the installation: nobody without the key
 * can change a manifest so that it still looks valid.
 */

type Sealed = { sha256: string; signature: string | null; content: unknown };

const derived = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `channel-booking backup ${purpose}`, 32));

/** Identifies a key without revealing it. */
export const fingerprintOf = (key: string): string => derived(key, 'fingerprint').toString('hex').slice(0, 16);

const signatureOf = (hash: string, key: string): string =>
  createHmac('sha256', derived(key, 'signature')).update(hash).digest('hex');

export const isSigned = (text: string): boolean => typeof parse(text)?.signature === 'string';

export function seal(content: unknown, key: string | null): string {
  const hash = sha256(JSON.stringify(content));
  const sealed: Sealed = { sha256: hash, signature: key === null ? null : signatureOf(hash, key), content };
  return `${JSON.stringify(sealed, null, 2)}\n`;
}

/**
 * @param key null: the signature is not verified
 * @throws {BackupError} naming the file when it was changed after it was written
 */
export function unseal(text: string, key: string | null, file: string): unknown {
  const parsed = parse(text);
  if (!parsed) throw new BackupError(`${file} is damaged: it is not JSON`);
  const { content, signature } = parsed;
  const hash = sha256(JSON.stringify(content) ?? '');
  if (parsed.sha256 !== hash) throw new BackupError(`${file} is damaged: its content does not match its hash`);
  // JSON has other spellings of the same content; the bytes must be those that were written.
  if (text !== `${JSON.stringify({ sha256: hash, signature, content }, null, 2)}\n`)
    throw new BackupError(`${file} is damaged: it was written by another program`);
  if (key !== null && typeof signature === 'string' && signature !== signatureOf(hash, key))
    throw new BackupError(`${file} was not signed with this SECRET_KEY`);
  return content;
}

/** JSON may also be `null` or a number. */
function parse(text: string): Partial<Sealed> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

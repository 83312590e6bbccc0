import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const FORM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new signing secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The key bytes of a secret of that form. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/**
 * Encrypts a secret for the database with the operator's key: AES-256-GCM, so that a changed byte does not decrypt.
 *
 * @throws when the installation has no key
 */
export function seal(secret: string, secretKey: string | null): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secretKey), iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.of(FORM), iv, cipher.getAuthTag(), sealed]));
}

/**
 * Decrypts what `seal` made.
 *
 * @throws when the installation has no key, or another one than the secret was sealed with
 */
export function unseal(sealed: Uint8Array, secretKey: string | null): string {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== FORM) throw new Error('a webhook secret is stored in a form that this release does not know');
  const iv = bytes.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secretKey), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** The operator's key signs other things too: what it encrypts gets a key of its own. */
function sealingKey(secretKey: string | null): Uint8Array {
  if (secretKey === null) throw new Error('SECRET_KEY is not set: webhook secrets can be neither kept nor used');
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'webhook endpoint secrets', 32));
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const FORM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The key bytes of a secret in that format. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/**
 * Encrypts a secret for the database with the operator's key, by AES-256-GCM, so that a modified text does not decrypt.
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
 * Decrypts a secret that `seal` encrypted.
 *
 * @throws when the installation has no key, or another key than the one that encrypted the secret
 */
export function unseal(sealed: Uint8Array, secretKey: string | null): string {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== FORM) throw new Error('a secret is stored in a format that this release does not know');
  const iv = bytes.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secretKey), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** The operator's key also signs other data, so encryption uses a derived key. */
function sealingKey(secretKey: string | null): Uint8Array {
  if (secretKey === null) throw new Error('SECRET_KEY is not set: it is required to encrypt and decrypt secrets');
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'webhook endpoint secrets', 32));
}

import { hash, verify } from '@node-rs/argon2';
import { inHashSlot } from './hash-queue.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * The hash of an unknown random text. Compared with when an account has no hash, so that both cases take the same time.
 */
const DUMMY = `${CURRENT}X+RCqFZeS+DtugZBylqhyg$mj9CFrrgV20Btkp13jM21T+jtfIVcQtem74mGnBRqmM`;

/** Length of a password in characters. A longer text would only cost time. */
export const PASSWORD_LENGTH = { shortest: 10, longest: 1_024 } as const;

/**
 * The argon2id hash to store for a password (19 MiB, 2 passes, 1 lane), parameters and salt included.
 *
 * @throws {PasswordsBusy}
 */
export function hashPassword(password: string): Promise<string> {
  return inHashSlot(() => computeHash(password));
}

/**
 * Whether a password matches a stored hash. Without a hash the result is false, after the same time.
 *
 * @throws {PasswordsBusy}
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return inHashSlot(() => compareHash(stored, password));
}

/** Whether a stored hash has other parameters than the current ones; then hash the password again at the next login. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

/** `hashPassword` for callers that hold a hash slot. */
export function computeHash(password: string): Promise<string> {
  return hash(normalize(password), COST);
}

/** `verifyPassword` for callers that hold a hash slot. */
export async function compareHash(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY, normalize(password));
  return matches && stored !== null;
}

/** One password typed on two keyboards can have different sequences of code points (NIST SP 800-63B). */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

import { hash, verify } from '@node-rs/argon2';
import { inHashSlot } from './hash-queue.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** The hash of nothing that anybody knows; compared with when there is no other, so that both take the same time. */
const DUMMY = `${CURRENT}X+RCqFZeS+DtugZBylqhyg$mj9CFrrgV20Btkp13jM21T+jtfIVcQtem74mGnBRqmM`;

/** How long a password may be, in characters. More than the longest would only cost time. */
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
 * Whether a password is the one behind a stored hash. Without a hash the answer is no, after the same time.
 *
 * @throws {PasswordsBusy}
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return inHashSlot(() => compareHash(stored, password));
}

/** Whether a stored hash was made with other parameters than today's; hash the password again at the next login. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

/** `hashPassword` for callers that hold a slot. */
export function computeHash(password: string): Promise<string> {
  return hash(normalize(password), COST);
}

/** `verifyPassword` for callers that hold a slot. */
export async function compareHash(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY, normalize(password));
  return matches && stored !== null;
}

/** The same password typed on two keyboards can be two sequences of code points (NIST SP 800-63B). */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

import { PASSWORD_LENGTH } from '@channel/auth';
import { z } from 'zod';
import { askSecret } from './ask.ts';

const { shortest, longest } = PASSWORD_LENGTH;

/** A password that may be stored. */
export const password = z
  .string()
  .min(shortest, `must have at least ${shortest} characters`)
  .max(longest, `must have at most ${longest} characters`);

/**
 * The password of ADMIN_PASSWORD, else of a prompt that does not show it.
 *
 * @throws {Unanswerable} without a terminal
 */
export const givenPassword = async (): Promise<string> =>
  process.env.ADMIN_PASSWORD ?? (await askSecret(`Password (at least ${shortest} characters): `));

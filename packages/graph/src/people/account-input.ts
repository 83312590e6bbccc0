import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { FieldErrors } from '../errors.ts';
import { isEmail, isStorable, likeText } from '../shared/text.ts';
import { isShown } from '../shared/values.ts';

export const InvitedPerson = builder.inputType('InvitedPerson', {
  description: 'The user of a new account.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name shown to others, at most 200 characters.' }),
    email: t.string({ required: true, description: 'The address to log in with; unique.' }),
    username: t.string({
      required: true,
      description: 'The name to log in with: 2 to 60 letters, digits, dots, dashes or underscores; unique.',
    }),
    roleIds: t.intList({ required: true, description: 'Roles of the user, each of which the viewer may give.' }),
  }),
});

export const AccountChange = builder.inputType('AccountChange', {
  description: 'Changes of an account. A member that is left out keeps its value.',
  fields: (t) => ({
    name: t.string({ description: 'The name shown to others, at most 200 characters.' }),
    email: t.string({ description: 'The address to log in with; unique.' }),
    username: t.string({ description: 'The name to log in with; unique.' }),
  }),
});

/** The columns of an account that staff may set. */
export type AccountColumns = { name: string; email: string; username: string };

const LONGEST_NAME = 200;
const USERNAME = /^[A-Za-z0-9._-]{2,60}$/;

const CHECKS: Record<keyof AccountColumns, { isFine: (text: string) => boolean; expected: string }> = {
  name: {
    isFine: (text) => isShown(text, LONGEST_NAME),
    expected: `must be a text of 1 to ${LONGEST_NAME} characters.`,
  },
  email: {
    isFine: (text) => isEmail(text) && isStorable(text),
    expected: 'must be an e-mail address.',
  },
  username: {
    isFine: (text) => USERNAME.test(text),
    expected: 'must be 2 to 60 letters, digits, dots, dashes or underscores.',
  },
};

const MEMBERS = ['name', 'email', 'username'] as const;

/** The columns that an input sets, trimmed; adds a field error for each invalid member. */
export function checkedAccount<Input extends { [M in keyof AccountColumns]?: string | null }>(
  input: Input,
  fieldErrors: FieldErrors,
): Partial<AccountColumns> {
  const columns: Partial<AccountColumns> = {};
  for (const member of MEMBERS) {
    const text = input[member]?.trim();
    if (text === undefined) continue;
    const { isFine, expected } = CHECKS[member];
    if (!isFine(text)) fieldErrors.add(['input', member], expected);
    columns[member] = text;
  }
  return columns;
}

/** Adds a field error for each email or username that another account has, without naming the account. */
export async function findTaken(
  tx: Tx,
  { email, username }: Partial<AccountColumns>,
  fieldErrors: FieldErrors,
  exceptId = 0,
): Promise<void> {
  const taken = async (where: object) => (await tx.user.count({ where: { ...where, id: { not: exceptId } } })) > 0;
  // Prisma compares with `ILIKE` when it ignores letter case.
  const equals = (text: string) => ({ equals: likeText(text), mode: 'insensitive' as const });
  if (email !== undefined && (await taken({ email: equals(email) }))) {
    fieldErrors.add(['input', 'email'], 'belongs to another account.');
  }
  if (username !== undefined && (await taken({ username: equals(username) }))) {
    fieldErrors.add(['input', 'username'], 'belongs to another account.');
  }
}

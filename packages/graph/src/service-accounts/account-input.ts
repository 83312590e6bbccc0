import { addressRange } from '@channel/auth';
import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { checkGiving, type NamedRole, namedRoles } from '../people/given-roles.ts';
import { withRoleIn } from '../people/people-access.ts';
import { SCOPES } from '../scopes/scopes.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { isStorable } from '../shared/text.ts';
import { checkShown } from '../shared/values.ts';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 1_000;
const MAX_RANGES = 20;

export const ServiceAccountInput = builder.inputType('ServiceAccountInput', {
  description: 'A service account. In a change, a member that is left out keeps its value.',
  fields: (t) => ({
    name: t.string({
      description: `The name shown to others, at most ${MAX_NAME} characters. Required for a new account.`,
      extensions: atMost(MAX_NAME),
    }),
    description: t.string({
      description: `What it is for, at most ${MAX_DESCRIPTION} characters; null: nothing.`,
      extensions: atMost(MAX_DESCRIPTION),
    }),
    ownerId: t.int({
      description:
        'Id of the person who is responsible for it, enabled, with a role in its organization; of a new account: the viewer.',
    }),
    roleIds: t.intList({
      description:
        'Ids of its roles, all of its organization, each of which the viewer may give. They decide what it sees. Required for a new account.',
    }),
    scopes: t.stringList({
      description: `What it may do: ${SCOPES.join(', ')}. To write includes to read. Required for a new account.`,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From when its tokens are refused, in the future; null: never.',
    }),
    addressRanges: t.stringList({
      description: `The networks from which it may send requests, such as \`192.0.2.0/24\`, at most ${MAX_RANGES}; empty: from everywhere.`,
    }),
  }),
});

type Input = typeof ServiceAccountInput.$inferInput;

/** The checked members of an input; those that were left out are undefined. */
export type CheckedAccount = {
  name?: string;
  roles?: NamedRole[];
  owner?: { id: number; name: string };
  columns: {
    description?: string | null;
    scopes?: string[];
    expiresAt?: Date | null;
    addressRanges?: string[];
  };
};

/**
 * Checks the members of an input.
 *
 * @throws a validation error with each invalid member; forbidden for a role that the actor may not give
 */
export async function checkedAccount(
  tx: Tx,
  context: Context,
  organizationId: number,
  input: Input,
): Promise<CheckedAccount> {
  const fieldErrors = new FieldErrors();
  const checked: CheckedAccount = { columns: columnsOf(input, context.now, fieldErrors) };
  const name = input.name?.trim();
  if (name !== undefined) {
    checked.name = name;
    checkShown(name, MAX_NAME, ['input', 'name'], fieldErrors);
  }
  if (typeof input.ownerId === 'number') {
    const where = { id: input.ownerId, kind: 'person', disabledAt: null, ...withRoleIn([organizationId]) } as const;
    const owner = await tx.user.findFirst({ where, select: { id: true, name: true } });
    if (owner) checked.owner = owner;
    else fieldErrors.add(['input', 'ownerId'], UNKNOWN_ID);
  }
  if (input.roleIds) {
    const ids = { ids: input.roleIds, path: ['input', 'roleIds'] };
    checked.roles = await namedRoles(tx, context, ids, fieldErrors);
    if (input.roleIds.length === 0) fieldErrors.add(['input', 'roleIds'], 'must hold at least one role.');
    else if (checked.roles.some((role) => role.organizationId !== organizationId))
      fieldErrors.add(['input', 'roleIds'], "must be roles of the account's organization.");
  }
  fieldErrors.throwIfAny();
  if (input.roleIds) await checkGiving(tx, context, input.roleIds);
  return checked;
}

function columnsOf(
  { description, scopes, expiresAt, addressRanges }: Input,
  now: Date,
  fieldErrors: FieldErrors,
): CheckedAccount['columns'] {
  const columns: CheckedAccount['columns'] = {};
  if (description !== undefined) {
    columns.description = description?.trim() || null;
    if ((description?.length ?? 0) > MAX_DESCRIPTION || !isStorable(description ?? ''))
      fieldErrors.add(['input', 'description'], `must be a text of at most ${MAX_DESCRIPTION} characters.`);
  }
  if (scopes) {
    columns.scopes = [...new Set(scopes)].sort();
    scopes.forEach((scope, index) => {
      if (!SCOPES.some((known) => known === scope))
        fieldErrors.add(['input', 'scopes', index], `must be one of ${SCOPES.join(', ')}.`);
    });
    if (scopes.length === 0) fieldErrors.add(['input', 'scopes'], 'must hold at least one scope.');
  }
  if (expiresAt !== undefined) {
    columns.expiresAt = expiresAt;
    if (expiresAt && expiresAt <= now) fieldErrors.add(['input', 'expiresAt'], 'must be in the future.');
  }
  if (addressRanges) {
    const ranges = addressRanges.map(addressRange);
    columns.addressRanges = [...new Set(ranges.filter((range) => range !== null))].sort();
    ranges.forEach((range, index) => {
      if (range === null)
        fieldErrors.add(['input', 'addressRanges', index], 'must be a network such as 192.0.2.0/24 or 2001:db8::/32.');
    });
    if (ranges.length > MAX_RANGES)
      fieldErrors.add(['input', 'addressRanges'], `must hold at most ${MAX_RANGES} networks.`);
  }
  return columns;
}

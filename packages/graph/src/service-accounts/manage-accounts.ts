import { randomUUID } from 'node:crypto';
import { endStreams } from '@channel/auth';
import type { Prisma, Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, forbidden } from '../errors.ts';
import { asAdministrator } from '../people/people-access.ts';
import { type AuditLine, audit } from '../shared/audit.ts';
import { type Existing, existing, expectVersion, TOUCHED } from '../shared/expected-version.ts';
import { actorOf, holds } from '../shared/principals.ts';
import { type ManagedAccount, managedAccount } from './account-access.ts';
import { type CheckedAccount, checkedAccount, ServiceAccountInput } from './account-input.ts';
import { ServiceAccount } from './service-account.ts';

/** Maximum number of accounts of an organization, disabled ones included. */
const MAX_ACCOUNTS = 200;

/** Writes a change of a service account into the audit log. Secrets are never part of it. */
export const noted = (
  tx: Tx,
  context: Context,
  { userId: entityId, organizationId }: Pick<ManagedAccount, 'userId' | 'organizationId'>,
  { action, ...change }: Pick<AuditLine, 'action' | 'before' | 'after'>,
) =>
  audit(tx, context, [
    { ...change, action: `service-account.${action}`, entity: 'service-account', entityId, organizationId },
  ]);

/** The members of a change, as the audit log has them. */
const shown = ({ name, owner, roles, columns }: CheckedAccount): Prisma.InputJsonObject => {
  const { expiresAt, ...others } = columns;
  return {
    ...(name === undefined ? {} : { name }),
    ...(owner ? { owner: owner.name } : {}),
    ...(roles ? { roles: roles.map((role) => role.name) } : {}),
    ...others,
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt?.toISOString() ?? null }),
  };
};

/** The same with ids in place of names, which several people may have. */
const compared = (account: CheckedAccount): Prisma.InputJsonObject => ({
  ...shown(account),
  owner: account.owner?.id,
  roles: account.roles?.map(({ id }) => id).sort((one, other) => one - other),
});

type Input = typeof ServiceAccountInput.$inferInput;

async function create(tx: Tx, context: Context, organizationId: number, input: Input): Promise<number> {
  if (!holds(context, 'administer', organizationId))
    throw forbidden('You may not manage the service accounts of this organization.');
  const fieldErrors = new FieldErrors();
  for (const member of ['name', 'roleIds', 'scopes'] as const)
    if (!input[member]) fieldErrors.add(['input', member], 'is required.');
  fieldErrors.throwIfAny();
  if ((await tx.serviceAccount.count({ where: { organizationId } })) >= MAX_ACCOUNTS)
    throw conflict(`The organization has ${MAX_ACCOUNTS} service accounts: change one that is disabled.`);
  const ownerId = input.ownerId ?? actorOf(context).userId;
  const checked = await checkedAccount(tx, context, organizationId, { ...input, ownerId });
  const { name = '', roles = [], columns } = checked;
  // Nobody logs in by these names: they are unique, and say what they are.
  const names = `service-${randomUUID()}`;
  const { id: userId } = await tx.user.create({
    data: { kind: 'service', name, email: `${names}@service.invalid`, username: names, createdAt: context.now },
    select: { id: true },
  });
  await tx.userRole.createMany({ data: roles.map(({ id: roleId }) => ({ userId, roleId })) });
  await tx.serviceAccount.create({
    data: { addressRanges: [], ...columns, scopes: columns.scopes ?? [], userId, organizationId, ownerId },
    select: { userId: true },
  });
  await noted(tx, context, { userId, organizationId }, { action: 'create', after: shown(checked) });
  return userId;
}

/** @throws as `managedAccount`, and precondition failed for another version: that of its row among users */
async function expectedAccount(
  tx: Tx,
  context: Context,
  { id, expectedVersion }: Existing,
  isEnd = false,
): Promise<ManagedAccount> {
  const account = await managedAccount(tx, context, id, isEnd);
  await expectVersion(tx, 'User', id, expectedVersion);
  return account;
}

async function change(tx: Tx, context: Context, { input, ...named }: Existing & { input: Input }): Promise<void> {
  const { id } = named;
  const account = await expectedAccount(tx, context, named);
  const checked = await checkedAccount(tx, context, account.organizationId, input);
  const { name, owner, roles, columns } = checked;
  const former = {
    name: account.user.name,
    owner: { id: account.ownerId, name: account.owner.name },
    roles: account.user.roles.map(({ role }) => role),
    columns: account,
  };
  const [before, after] = [shown(former), shown(checked)];
  const [formerKeys, keys] = [compared(former), compared(checked)];
  const changed = Object.keys(after).filter((key) => JSON.stringify(formerKeys[key]) !== JSON.stringify(keys[key]));
  if (changed.length === 0) return;
  await tx.user.update({ where: { id }, data: { name, ...TOUCHED }, select: { id: true } });
  await tx.serviceAccount.update({
    where: { userId: id },
    data: { ...columns, ...(owner ? { ownerId: owner.id } : {}) },
    select: { userId: true },
  });
  if (roles) {
    await tx.userRole.deleteMany({ where: { userId: id } });
    await tx.userRole.createMany({ data: roles.map((role) => ({ userId: id, roleId: role.id })) });
  }
  await endStreams(tx, [id]);
  const pick = (from: Prisma.InputJsonObject) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
  await noted(tx, context, account, { action: 'update', before: pick(before), after: pick(after) });
}

async function setDisabled(tx: Tx, context: Context, named: Existing, isDisabled: boolean): Promise<void> {
  const { id } = named;
  const account = await expectedAccount(tx, context, named, isDisabled);
  if ((account.user.disabledAt !== null) === isDisabled)
    throw conflict(isDisabled ? 'The service account is already disabled.' : 'The service account is already enabled.');
  const disabledAt = isDisabled ? context.now : null;
  await tx.user.update({ where: { id }, data: { disabledAt }, select: { id: true } });
  await endStreams(tx, [id]);
  await noted(tx, context, account, { action: isDisabled ? 'disable' : 'enable' });
}

const existingAccount = existing('account');

const inputOf = { type: ServiceAccountInput, required: true, description: 'The account.' } as const;

builder.mutationFields((t) => ({
  createServiceAccount: t.prismaField({
    type: ServiceAccount,
    description:
      'Creates a service account, without a token. For administrators, who give it no roles that they could not give to a person.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization in which it acts.' }),
      input: t.arg(inputOf),
    },
    resolve: async (query, _root, { organizationId, input }, context) => {
      const userId = await asAdministrator(context, (tx, fresh) => create(tx, fresh, organizationId, input));
      return context.db.serviceAccount.findUniqueOrThrow({ ...query, where: { userId } });
    },
  }),
  updateServiceAccount: t.prismaField({
    type: ServiceAccount,
    description: 'Changes a service account. The change applies from its next request on, and its streams end.',
    args: { ...existingAccount, input: t.arg(inputOf) },
    resolve: async (query, _root, changed, context) => {
      await asAdministrator(context, (tx, fresh) => change(tx, fresh, changed));
      return context.db.serviceAccount.findUniqueOrThrow({ ...query, where: { userId: changed.id } });
    },
  }),
  disableServiceAccount: t.prismaField({
    type: ServiceAccount,
    description: 'Disables a service account: its tokens are refused immediately, and its streams end.',
    args: existingAccount,
    resolve: async (query, _root, named, context) => {
      await asAdministrator(context, (tx, fresh) => setDisabled(tx, fresh, named, true));
      return context.db.serviceAccount.findUniqueOrThrow({ ...query, where: { userId: named.id } });
    },
  }),
  enableServiceAccount: t.prismaField({
    type: ServiceAccount,
    description: 'Enables a service account again: its tokens that are neither revoked nor expired are accepted.',
    args: existingAccount,
    resolve: async (query, _root, named, context) => {
      await asAdministrator(context, (tx, fresh) => setDisabled(tx, fresh, named, false));
      return context.db.serviceAccount.findUniqueOrThrow({ ...query, where: { userId: named.id } });
    },
  }),
}));

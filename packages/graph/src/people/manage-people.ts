import { endLogins, endOpenIdLinks, type PasswordLink } from '@channel/auth';
import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors } from '../errors.ts';
import { MAX_MAILS, requireMail } from '../mail/outbox.ts';
import { PASSWORD_MAILS } from '../mail/password-mails.ts';
import { type Existing, existing, expectVersion, TOUCHED } from '../shared/expected-version.ts';
import { ANSWERS_SECRET } from '../shared/idempotency-key.ts';
import { adminOrganizationIds } from '../shared/principals.ts';
import { isTaken } from '../shared/taken.ts';
import { AccountChange, type AccountColumns, checkedAccount, findTaken, InvitedPerson } from './account-input.ts';
import { enableAccount, endLinks, noted, replacePassword } from './change-account.ts';
import { checkGiving, namedRoles } from './given-roles.ts';
import { mailPasswordLink, newPasswordLink, passwordUrl } from './password-mail.ts';
import { asAdministrator, type ManagedPerson, managedAccount, organizationsOf, otherPerson } from './people-access.ts';
import { Person } from './person.ts';

type Handed = PasswordLink & { userId: number };

const PasswordLinkToHandOver = builder.objectRef<Handed>('PasswordLinkToHandOver').implement({
  description: 'A one-time link to set a password. It is shown only once, to be passed on in person.',
  fields: (t) => ({
    url: t.string({
      description: 'Address of the page that sets the password. Anyone who opens it can take over the account.',
      resolve: ({ token }, _args, { settings }) => passwordUrl(settings.consoleUrl, token),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires.' }),
    person: t.prismaField({
      type: Person,
      description: 'The user whose password it sets.',
      resolve: (query, { userId }, _args, { db }) => db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
  }),
});

const linkFor = async (tx: Tx, context: Context, userId: number): Promise<Handed> => ({
  ...(await newPasswordLink(tx, context, userId)),
  userId,
});

const namesOf = (roles: readonly { name: string }[]) => roles.map(({ name }) => name);

/** Creates an account with its roles. Of two concurrent requests for the same name the second gets a conflict. */
async function invite(tx: Tx, context: Context, input: typeof InvitedPerson.$inferInput): Promise<number> {
  const fieldErrors = new FieldErrors();
  const columns = checkedAccount(input, fieldErrors);
  if (input.roleIds.length === 0) fieldErrors.add(['input', 'roleIds'], 'must hold at least one role.');
  const roles = await namedRoles(tx, context, { ids: input.roleIds, path: ['input', 'roleIds'] }, fieldErrors);
  fieldErrors.throwIfAny();
  await checkGiving(tx, context, input.roleIds);
  const { name, email, username } = { name: '', email: '', username: '', ...columns };
  const [made] = await tx.user.createManyAndReturn({
    data: { name, email, username, createdAt: context.now },
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) {
    await findTaken(tx, columns, fieldErrors);
    fieldErrors.throwIfAny();
    throw conflict('The account could not be created. Try again.');
  }
  await tx.userRole.createMany({ data: roles.map((role) => ({ userId: made.id, roleId: role.id })) });
  const organizationIds = [...new Set(roles.map(({ organizationId }) => organizationId))];
  const after = { name, email, username, roles: namesOf(roles) };
  await noted(tx, context, made.id, organizationIds, { action: 'user.invite', after });
  return made.id;
}

type Renamed = Existing & { input: typeof AccountChange.$inferInput };

/** @throws as `managedAccount`, and precondition failed for another version */
async function expectedAccount(tx: Tx, context: Context, { id, expectedVersion: expected }: Existing) {
  const person = await managedAccount(tx, context, id);
  await expectVersion(tx, 'User', id, expected);
  return person;
}

async function change(tx: Tx, context: Context, { input, ...named }: Renamed): Promise<void> {
  const { id } = named;
  const person = await expectedAccount(tx, context, named);
  const fieldErrors = new FieldErrors();
  const columns = checkedAccount(input, fieldErrors);
  await findTaken(tx, columns, fieldErrors, id);
  fieldErrors.throwIfAny();
  const members = (Object.keys(columns) as (keyof AccountColumns)[]).filter((key) => columns[key] !== person[key]);
  if (members.length === 0) return;
  const pick = (from: Partial<AccountColumns>) => Object.fromEntries(members.map((key) => [key, from[key] ?? '']));
  // The verification of the former address does not apply to the new one.
  const unproved = members.includes('email') ? { emailVerifiedAt: null } : {};
  await tx.user.update({ where: { id }, data: { ...pick(columns), ...unproved } });
  if (members.includes('email')) await endMailedLinks(tx, context, id);
  // The next sign-in by the provider links the identity with the new address, perhaps of another person.
  if (members.includes('email') && (await endOpenIdLinks(tx, id)) > 0) await endLogins(tx, id, context.now, 'unlinked');
  const change = { action: 'user.update', before: pick(person), after: pick(columns) };
  await noted(tx, context, id, organizationsOf(person), change);
}

/** Ends a link that may have been mailed to the former address, which perhaps was that of another person. */
async function endMailedLinks(tx: Tx, { now }: Context, userId: number): Promise<void> {
  const mailed = { userId, purpose: { in: [...PASSWORD_MAILS] }, expiresAt: { gt: now } };
  if ((await tx.mail.count({ where: mailed })) > 0) await endLinks(tx, userId);
}

async function disable(tx: Tx, context: Context, named: Existing): Promise<void> {
  const { id } = named;
  const person = await expectedAccount(tx, context, named);
  if (person.disabledAt) throw conflict('The account is already disabled.');
  await tx.user.update({ where: { id }, data: { disabledAt: context.now } });
  await endLogins(tx, id, context.now, 'disabled');
  await endLinks(tx, id);
  await noted(tx, context, id, organizationsOf(person), { action: 'user.disable' });
}

async function enable(tx: Tx, context: Context, named: Existing): Promise<void> {
  const person = await expectedAccount(tx, context, named);
  if (!person.disabledAt) throw conflict('The account is already enabled.');
  await enableAccount(tx, context, person);
}

async function reset(tx: Tx, context: Context, named: Existing): Promise<void> {
  const person = await expectedAccount(tx, context, named);
  if (person.disabledAt) throw conflict('The account is disabled: enable it first.');
  await replacePassword(tx, context, person, null);
}

async function unlink(tx: Tx, context: Context, named: Existing): Promise<void> {
  const { id } = named;
  const person = await expectedAccount(tx, context, named);
  if ((await endOpenIdLinks(tx, id)) === 0) throw conflict('The account is not linked.');
  await endLogins(tx, id, context.now, 'unlinked');
  await noted(tx, context, id, organizationsOf(person), { action: 'user.unlink-openid' });
}

type RoleChange = Existing & { add: readonly number[]; remove: readonly number[] };

async function changeRoles(tx: Tx, context: Context, { id, add, remove, ...expected }: RoleChange): Promise<void> {
  const person = await otherPerson(tx, context, id);
  await expectVersion(tx, 'User', id, expected.expectedVersion);
  const fieldErrors = new FieldErrors();
  const added = await namedRoles(tx, context, { ids: add, path: ['add'] }, fieldErrors);
  const removed = await namedRoles(tx, context, { ids: remove, path: ['remove'] }, fieldErrors);
  const held = person.roles.map(({ role }) => role.id);
  const after = new Set([...held, ...add].filter((role) => !remove.includes(role)));
  if (after.size + person.clients.length === 0) {
    fieldErrors.add(['remove'], 'must leave at least one role. Disable the account instead.');
  }
  fieldErrors.throwIfAny();
  const toGive = added.filter((role) => after.has(role.id) && !held.includes(role.id));
  await checkGiving(
    tx,
    context,
    toGive.map((role) => role.id),
  );
  await tx.userRole.deleteMany({ where: { userId: id, roleId: { in: removed.map((role) => role.id) } } });
  await tx.userRole.createMany({ data: toGive.map((role) => ({ userId: id, roleId: role.id })) });
  await tx.user.update({ where: { id }, data: TOUCHED, select: { id: true } });
  const now = await tx.userRole.findMany({
    where: { userId: id },
    orderBy: { roleId: 'asc' },
    include: { role: true },
  });
  for (const organizationId of adminOrganizationIds(context)) {
    const inside = (roles: ManagedPerson['roles'] | typeof now) =>
      namesOf(roles.map(({ role }) => role).filter((role) => role.organizationId === organizationId));
    const [former, present] = [inside(person.roles), inside(now)];
    if (former.join('\n') === present.join('\n')) continue;
    const line = { action: 'user.change-roles', before: { roles: former }, after: { roles: present } };
    await noted(tx, context, id, [organizationId], line);
  }
}

const existingAccount = existing('user');

builder.mutationFields((t) => ({
  inviteUser: t.field({
    extensions: ANSWERS_SECRET,
    type: PasswordLinkToHandOver,
    description: 'Creates an account with roles, and a link to set its password. For administrators.',
    args: { input: t.arg({ type: InvitedPerson, required: true, description: 'The user of the account.' }) },
    resolve: (_root, { input }, context) =>
      asAdministrator(context, async (tx, fresh) => linkFor(tx, fresh, await invite(tx, fresh, input))),
  }),
  inviteUserByMail: t.prismaField({
    type: Person,
    description:
      'Creates an account with roles, and mails a link to set its password to its address, in the language of its first organization. The link is not shown. For administrators.',
    args: { input: t.arg({ type: InvitedPerson, required: true, description: 'The user of the account.' }) },
    resolve: async (query, _root, { input }, context) => {
      requireMail(context.settings);
      const id = await asAdministrator(context, async (tx, fresh) => {
        const made = await invite(tx, fresh, input);
        await mailPasswordLink(tx, fresh, made, 'invitation');
        return made;
      });
      return context.db.user.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateUser: t.prismaField({
    type: Person,
    description: 'Changes the names of an account. For administrators of all organizations of the user.',
    args: {
      ...existingAccount,
      input: t.arg({ type: AccountChange, required: true, description: 'The change.' }),
    },
    resolve: async (query, _root, renamed, context) => {
      try {
        await asAdministrator(context, (tx, fresh) => change(tx, fresh, renamed));
      } catch (error) {
        throw isTaken(error) ? conflict('Another account with this name or address was created concurrently.') : error;
      }
      return context.db.user.findUniqueOrThrow({ ...query, where: { id: renamed.id } });
    },
  }),
  disableUser: t.prismaField({
    type: Person,
    description: 'Disables an account: all sessions, tokens and links end immediately, and logging in is not possible.',
    args: existingAccount,
    resolve: async (query, _root, named, context) => {
      await asAdministrator(context, (tx, fresh) => disable(tx, fresh, named));
      return context.db.user.findUniqueOrThrow({ ...query, where: { id: named.id } });
    },
  }),
  enableUser: t.prismaField({
    type: Person,
    description: 'Enables an account again. The password is unchanged; former sessions and tokens stay ended.',
    args: existingAccount,
    resolve: async (query, _root, named, context) => {
      await asAdministrator(context, (tx, fresh) => enable(tx, fresh, named));
      return context.db.user.findUniqueOrThrow({ ...query, where: { id: named.id } });
    },
  }),
  resetPassword: t.field({
    extensions: ANSWERS_SECRET,
    type: PasswordLinkToHandOver,
    description:
      'Invalidates the password of an account and all of its sessions and tokens, and creates a link to set a new password.',
    args: existingAccount,
    resolve: (_root, named, context) =>
      asAdministrator(context, async (tx, fresh) => {
        await reset(tx, fresh, named);
        return linkFor(tx, fresh, named.id);
      }),
  }),
  resetPasswordByMail: t.prismaField({
    type: Person,
    description: `Invalidates the password of an account and all of its sessions and tokens, and mails a link to set a new password to its address, in the language of the person. The link is not shown. A person gets at most ${MAX_MAILS} such mails in an hour.`,
    args: existingAccount,
    resolve: async (query, _root, named, context) => {
      requireMail(context.settings);
      await asAdministrator(context, async (tx, fresh) => {
        await reset(tx, fresh, named);
        await mailPasswordLink(tx, fresh, named.id, 'passwordReset');
      });
      return context.db.user.findUniqueOrThrow({ ...query, where: { id: named.id } });
    },
  }),
  unlinkOpenId: t.prismaField({
    type: Person,
    description:
      'Removes the link of an account to the OpenID Connect provider, and ends all of its sessions and tokens. The next sign-in by the provider links the identity that then has the verified address of the account.',
    args: existingAccount,
    resolve: async (query, _root, named, context) => {
      await asAdministrator(context, (tx, fresh) => unlink(tx, fresh, named));
      return context.db.user.findUniqueOrThrow({ ...query, where: { id: named.id } });
    },
  }),
  changeUserRoles: t.prismaField({
    type: Person,
    description: 'Gives roles to a user and removes roles. The change applies from their next request on.',
    args: {
      ...existingAccount,
      add: t.arg({ type: ['SafeInt'], defaultValue: [], description: 'Ids of roles to give.' }),
      remove: t.arg({ type: ['SafeInt'], defaultValue: [], description: 'Ids of roles to remove.' }),
    },
    resolve: async (query, _root, { id, add, remove, ...expected }, context) => {
      await asAdministrator(context, (tx, fresh) =>
        changeRoles(tx, fresh, { id, add: add ?? [], remove: remove ?? [], ...expected }),
      );
      return context.db.user.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

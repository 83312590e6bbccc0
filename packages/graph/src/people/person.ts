import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Mail } from '../mail/mail.ts';
import { isMailSetUp, isRecipient } from '../mail/outbox.ts';
import { Node } from '../shared/node.ts';
import { adminOrganizationIds, staffOrganizationIds } from '../shared/principals.ts';
import { Client } from './client.ts';
import { accountRefusal, managedPerson } from './people-access.ts';
import { StaffRole } from './staff-role.ts';
import { User } from './user.ts';

export const AccountState = builder.enumType('AccountState', {
  description: 'Whether a user can sign in.',
  values: {
    active: { description: 'Enabled, with a password.' },
    passwordless: {
      description:
        'Enabled, but without a password: signing in is possible by an OpenID Connect provider only, until a password is set by a link.',
    },
    disabled: { description: 'Disabled: signing in is not possible.' },
  } as const,
});

type State = typeof AccountState.$inferType;

/** Condition of the accounts in each state. */
export const inState: Record<State, Prisma.UserWhereInput> = {
  active: { disabledAt: null, passwordHash: { not: null } },
  passwordless: { disabledAt: null, passwordHash: null },
  disabled: { disabledAt: { not: null } },
};

const stateOf = ({ disabledAt, passwordHash }: { disabledAt: Date | null; passwordHash: string | null }): State => {
  if (disabledAt) return 'disabled';
  return passwordHash ? 'active' : 'passwordless';
};

type AccountRow = {
  id: number;
  email: string;
  username: string;
  createdAt: Date;
  disabledAt: Date | null;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  passwordLink: { expiresAt: Date } | null;
  openIdLinks: { linkedAt: Date }[];
};

const Account = builder.objectRef<AccountRow>('Account').implement({
  description: 'The account of a person, visible only to administrators of an organization of the person.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'The address to log in with.' }),
    emailVerified: t.boolean({
      description: 'Whether the address is verified.',
      resolve: ({ emailVerifiedAt }) => emailVerifiedAt !== null,
    }),
    username: t.exposeString('username', { description: 'The name to log in with.' }),
    state: t.field({ type: AccountState, description: 'Whether the person can sign in.', resolve: stateOf }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was created.' }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was disabled; null while it is enabled.',
    }),
    linkExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the link to set the password expires; null when there is none.',
      resolve: ({ passwordLink }, _args, { now }) =>
        passwordLink && passwordLink.expiresAt > now ? passwordLink.expiresAt : null,
    }),
    mailAddress: t.string({
      nullable: true,
      description:
        'The address to which a link can be mailed; null where mail is not set up, or the address is not usable.',
      resolve: ({ email }, _args, { settings }) => (isMailSetUp(settings) && isRecipient(email) ? email : null),
    }),
    lastMail: t.field({
      type: Mail,
      nullable: true,
      description:
        'The last mail with a link to set the password of the last 30 days, also one that the person requested; null when there is none.',
      resolve: ({ id }, _args, { loaders }) => loaders.lastPasswordMail.load(id),
    }),
    openIdLinkedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when the account is linked to an OpenID Connect provider; null while it is not.',
      resolve: ({ openIdLinks: [latest] }) => latest?.linkedAt ?? null,
    }),
    sessions: t.int({
      description: 'Number of open sessions of the console.',
      resolve: ({ id }, _args, { db, now }) =>
        db.authSession.count({ where: { userId: id, expiresAt: { gt: now }, absoluteExpiresAt: { gt: now } } }),
    }),
    apiLogins: t.int({
      description: 'Number of API logins that are still open.',
      resolve: ({ id }, _args, { db, now }) =>
        db.tokenFamily.count({
          where: {
            userId: id,
            revokedAt: null,
            OR: [
              { refreshTokens: { some: { usedAt: null, expiresAt: { gt: now } } } },
              { accessTokens: { some: { expiresAt: { gt: now } } } },
            ],
          },
        }),
    }),
    refusal: t.string({
      nullable: true,
      description:
        'Why the viewer may neither disable or enable the account nor reset its password; null where the viewer may.',
      resolve: async ({ id }, _args, context) => {
        const person = await context.db.user.findUniqueOrThrow({ where: { id }, ...managedPerson });
        return accountRefusal(context, person) ?? null;
      },
    }),
  }),
});

/** Memberships that the viewer sees. All fields use the same selection, so that it is read once. */
const seenRoles = (context: Context) => ({
  where: { role: { organizationId: { in: staffOrganizationIds(context) } } },
  orderBy: { roleId: 'asc' as const },
});
const seenClients = (context: Context) => ({
  where: { client: { organizationId: { in: staffOrganizationIds(context) } } },
  orderBy: { clientId: 'asc' as const },
});

export const Person = builder.prismaObject('User', {
  variant: 'Person',
  description: 'A user in the view of the staff of an organization.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The user's id." }),
    user: t.variant(User, { description: 'The user.' }),
    version: t.exposeInt('version'),
    isDisabled: t.boolean({
      description: 'Whether the account is disabled.',
      resolve: ({ disabledAt }) => disabledAt !== null,
    }),
    isViewer: t.boolean({
      description: 'Whether the person is the viewer.',
      resolve: ({ id }, _args, { actor }) => id === actor?.userId,
    }),
    roles: t.field({
      type: [StaffRole],
      description: 'The roles in organizations in which the viewer is staff, oldest first.',
      select: (_args, context, nested) => ({ roles: { ...seenRoles(context), select: { role: nested(true) } } }),
      resolve: ({ roles }) => roles.map(({ role }) => role),
    }),
    clients: t.field({
      type: [Client],
      description: 'The clients of these organizations to which the person belongs, oldest first.',
      select: (_args, context, nested) => ({ clients: { ...seenClients(context), select: { client: nested(true) } } }),
      resolve: ({ clients }) => clients.map(({ client }) => client),
    }),
    account: t.field({
      type: Account,
      nullable: true,
      description: 'The account; null unless the viewer administers an organization of the person.',
      select: (_args, context) => ({
        passwordLink: { select: { expiresAt: true } },
        openIdLinks: { select: { linkedAt: true }, orderBy: { linkedAt: 'desc' }, take: 1 },
        roles: { ...seenRoles(context), select: { role: { select: { organizationId: true } } } },
        clients: { ...seenClients(context), select: { client: { select: { organizationId: true } } } },
      }),
      resolve: ({ roles, clients, ...account }, _args, context) => {
        const administered = adminOrganizationIds(context);
        const isAdministered =
          roles.some(({ role }) => administered.includes(role.organizationId)) ||
          clients.some(({ client }) => administered.includes(client.organizationId));
        return isAdministered ? account : null;
      },
    }),
  }),
});

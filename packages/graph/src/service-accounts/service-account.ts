import { validServiceTokens } from '@channel/auth';
import { builder, columnComment } from '../builder.ts';
import { notFound } from '../errors.ts';
import { Role } from '../people/role.ts';
import { User } from '../people/user.ts';
import { heldRoles, visibleAccounts, whyNotManaged } from './account-access.ts';

/** Tokens that ended are shown for a while, so there can be more than an account may have at a time. */
const MAX_SHOWN_TOKENS = 50;

/** One selection for all fields that need tokens, so that they are read once. */
const shownTokens = { orderBy: { id: 'desc' as const }, take: MAX_SHOWN_TOKENS };

const ServiceAccountState = builder.enumType('ServiceAccountState', {
  description: 'Whether the tokens of a service account are accepted.',
  values: {
    active: { description: 'They are accepted.' },
    disabled: { description: 'An administrator has disabled the account.' },
    expired: { description: 'The account has expired.' },
    ownerDisabled: {
      description: 'Its owner is disabled or has left the organization: choose another one, or enable the owner.',
    },
  } as const,
});

export const ServiceToken = builder.prismaObject('ServiceToken', {
  fields: (t) => ({
    tokenId: t.exposeInt('id', { description: "The token's id, which is also part of its text." }),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    isValid: t.boolean({
      description: 'Whether it is neither revoked nor expired. Its account may be disabled nevertheless.',
      select: { revokedAt: true, expiresAt: true },
      resolve: ({ revokedAt, expiresAt }, _args, { now }) => !revokedAt && (expiresAt === null || expiresAt > now),
    }),
  }),
});

export const ServiceAccount = builder.prismaObject('ServiceAccount', {
  fields: (t) => ({
    accountId: t.exposeInt('userId', { description: 'Its id among users, by which the audit log names it.' }),
    name: t.string({
      description: 'The name shown to others.',
      select: { user: { select: { name: true } } },
      resolve: ({ user }) => user.name,
    }),
    version: t.int({
      description: columnComment('User', 'version'),
      select: { user: { select: { version: true } } },
      resolve: ({ user }) => user.version,
    }),
    description: t.exposeString('description', { nullable: true }),
    organization: t.relation('organization', { description: 'The organization in which it acts.' }),
    owner: t.field({
      type: User,
      description:
        'The person who is responsible for it. While the owner is disabled, or without a role in the organization, it is refused.',
      select: (_args, _context, nested) => ({ owner: nested(true) }),
      resolve: ({ owner }) => owner,
    }),
    scopes: t.exposeStringList('scopes'),
    roles: t.field({
      type: [Role],
      description: 'The roles that decide what it sees, oldest first.',
      select: (_args, _context, nested) => ({
        user: { select: { roles: { orderBy: { roleId: 'asc' }, select: { role: nested(true) } } } },
      }),
      resolve: ({ user }) => user.roles.map(({ role }) => role),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    addressRanges: t.exposeStringList('addressRanges'),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was created.',
      select: { user: { select: { createdAt: true } } },
      resolve: ({ user }) => user.createdAt,
    }),
    state: t.field({
      type: ServiceAccountState,
      description: 'Whether its tokens are accepted.',
      select: {
        expiresAt: true,
        user: { select: { disabledAt: true } },
        organizationId: true,
        owner: { select: { disabledAt: true, roles: { select: { role: { select: { organizationId: true } } } } } },
      },
      resolve: ({ user, owner, expiresAt, organizationId }, _args, { now }) => {
        if (user.disabledAt) return 'disabled' as const;
        if (expiresAt && expiresAt <= now) return 'expired' as const;
        const isMember = owner.roles.some(({ role }) => role.organizationId === organizationId);
        return owner.disabledAt || !isMember ? ('ownerDisabled' as const) : ('active' as const);
      },
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The last request with one of its tokens; null before the first one.',
      select: { tokens: shownTokens },
      resolve: ({ tokens }) => {
        const uses = tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
        return uses.reduce<Date | null>((last, use) => (last && last > use ? last : use), null);
      },
    }),
    validTokens: t.relationCount('tokens', {
      description: 'Number of tokens that are neither revoked nor expired.',
      where: (_args, { now }) => validServiceTokens(now),
    }),
    tokens: t.relation('tokens', {
      description: `Its tokens, the newest first, at most ${MAX_SHOWN_TOKENS}. Those that ended long ago are removed.`,
      query: shownTokens,
    }),
    refusal: t.string({
      nullable: true,
      description: 'Why the viewer may not change it; null where the viewer may.',
      select: { user: { select: { roles: heldRoles } } },
      resolve: (account, _args, context) => whyNotManaged(context, account) ?? null,
    }),
  }),
});

builder.queryFields((t) => ({
  serviceAccounts: t.prismaField({
    type: [ServiceAccount],
    description: 'The service accounts of the organizations that the viewer administers, by name.',
    resolve: (query, _root, _args, context) =>
      context.db.serviceAccount.findMany({
        ...query,
        where: visibleAccounts(context),
        orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
      }),
  }),
  serviceAccount: t.prismaField({
    type: ServiceAccount,
    description: 'A service account of an organization that the viewer administers.',
    args: { id: t.arg.int({ required: true, description: "The account's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ userId: id }, visibleAccounts(context)] };
      const account = await context.db.serviceAccount.findFirst({ ...query, where });
      if (!account) throw notFound('Service account');
      return account;
    },
  }),
}));

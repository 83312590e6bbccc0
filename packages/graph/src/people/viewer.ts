import { fieldSql, lookup, member, sql, through } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { Node } from '../shared/node.ts';
import { onePlan } from '../shared/plans.ts';
import { actorOf, holds, type Right } from '../shared/principals.ts';
import { tables } from '../shared/tables.ts';
import { sharedTags } from '../tags/tag.ts';
import { Role } from './role.ts';
import { photoUrl } from './user.ts';

/** The rights with their descriptions; a setting maps each of them to a permission name. */
const RIGHTS: Record<Right, { description: string }> = {
  allOrders: { description: 'Sees every order of the organization.' },
  book: { description: 'May book, and is listed among the issuers.' },
  drive: { description: 'Is listed among the drivers.' },
  guide: { description: 'Is listed among the tour guides.' },
  contact: { description: 'Is listed among the contact persons.' },
  console: { description: 'May sign in to the staff console.' },
  graphql: { description: 'May send GraphQL operations.' },
  administer: { description: 'Manages users, roles and webhook endpoints.' },
  sharedTags: { description: 'Changes tags of users, roles, cities, categories and products.' },
};

const RightName = builder.enumType('Right', { description: 'A right of a user.', values: RIGHTS });

const isRight = (name: string): name is Right => Object.hasOwn(RIGHTS, name);

const Viewer = builder.prismaObject('User', {
  variant: 'Viewer',
  description: 'The acting user, including members that only the user may see.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The user's id." }),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    username: t.exposeString('username'),
    emailVerified: t.boolean({
      description: 'Whether the address is verified.',
      extensions: fieldSql((row) => ({ value: sql`(${member(row, 'emailVerifiedAt')} IS NOT NULL)` })),
      resolve: (user) => user.emailVerifiedAt !== null,
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'ISO 639-1 code of the language in which the user reads the console; null: as the browser asks.',
    }),
    profilePhotoUrl: t.string(photoUrl),
    roles: t.field({
      type: [Role],
      description: 'Roles of the user, oldest first.',
      select: (_args, _context, nested) => ({ roles: { orderBy: { roleId: 'asc' }, select: { role: nested(true) } } }),
      extensions: fieldSql((row) => ({ rows: through(row, 'roles', 'role', { roleId: 'asc' }) })),
      resolve: (user) => user.roles.map(({ role }) => role),
    }),
    organizations: t.prismaField({
      type: ['Organization'],
      description: "The organizations of the user's roles, by name.",
      extensions: fieldSql((row) => ({
        rows: lookup(
          row,
          tables.Organization,
          (organization) => sql`EXISTS (SELECT FROM user_role ur JOIN role r ON r.id = ur.role_id
            WHERE ur.user_id = ${member(row, 'id')} AND r.organization_id = ${member(organization, 'id')})`,
          [{ name: 'asc' }, { id: 'asc' }],
        ),
      })),
      resolve: (query, user, _args, { db }) =>
        db.organization.findMany({
          ...query,
          where: { roles: { some: { users: { some: { userId: user.id } } } } },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        }),
    }),
    scopes: t.stringList({
      nullable: true,
      description: 'What a service account may do beside its roles, such as `orders:read`; null for a person.',
      resolve: (_user, _args, { actor }) => actor?.service?.scopes ?? null,
    }),
    rights: t.field({
      type: [RightName],
      description:
        'The rights of the viewer in at least one organization, independent of permission names. Meant for deciding what to offer; every operation checks rights again.',
      resolve: (_user, _args, context) =>
        Object.keys(RIGHTS)
          .filter(isRight)
          .filter((right) => holds(context, right)),
    }),
    tags: t.relation('tags', sharedTags),
  }),
});

const viewerPlan = (_args: object, context: Context) => ({ where: { id: actorOf(context).userId } });

builder.queryField('viewer', (t) =>
  t.prismaField({
    type: Viewer,
    description: 'The acting user.',
    extensions: onePlan('User', viewerPlan),
    resolve: (query, _root, _args, context) =>
      context.db.user.findUniqueOrThrow({ ...query, ...viewerPlan({}, context) }),
  }),
);

builder.mutationField('chooseLanguage', (t) =>
  t.prismaField({
    type: Viewer,
    description: 'Sets the language in which the viewer reads the console.',
    args: {
      language: t.arg.string({ description: 'ISO 639-1 code, such as `nl`; null: as the browser asks.' }),
    },
    resolve: (query, _root, { language = null }, context) => {
      if (language !== null && !/^[a-z]{2}$/.test(language))
        throw invalid([{ path: ['language'], message: 'must be an ISO 639-1 code, such as nl.' }]);
      return context.db.user.update({ ...query, where: { id: actorOf(context).userId }, data: { language } });
    },
  }),
);

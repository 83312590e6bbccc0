import { builder } from '../builder.ts';
import { sharedTags } from '../tags/tag.ts';
import { actorOf } from './principals.ts';
import { Role } from './role.ts';
import { photoUrl } from './user.ts';

const Viewer = builder.prismaObject('User', {
  variant: 'Viewer',
  description: 'The acting user, with what only the user may see.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The user's id." }),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    username: t.exposeString('username'),
    emailVerified: t.boolean({
      description: 'Whether the owner proved to hold the address.',
      resolve: (user) => user.emailVerifiedAt !== null,
    }),
    profilePhotoUrl: t.string(photoUrl),
    roles: t.field({
      type: [Role],
      description: 'What the user is, oldest role first.',
      select: (_args, _context, nested) => ({ roles: { orderBy: { roleId: 'asc' }, select: { role: nested(true) } } }),
      resolve: (user) => user.roles.map(({ role }) => role),
    }),
    organizations: t.prismaField({
      type: ['Organization'],
      description: "The organizations of the user's roles, by name.",
      resolve: (query, user, _args, { db }) =>
        db.organization.findMany({
          ...query,
          where: { roles: { some: { users: { some: { userId: user.id } } } } },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        }),
    }),
    tags: t.relation('tags', sharedTags),
  }),
});

builder.queryField('viewer', (t) =>
  t.prismaField({
    type: Viewer,
    description: 'The acting user.',
    resolve: (query, _root, _args, context) =>
      context.db.user.findUniqueOrThrow({ ...query, where: { id: actorOf(context).userId } }),
  }),
);

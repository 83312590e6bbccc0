import type { Prisma } from '@channel/prisma';
import { fieldSql, member, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { avatarUrl, mediaUrl } from '../shared/addresses.ts';
import { Node } from '../shared/node.ts';
import { listPlan } from '../shared/plans.ts';
import { actorOf, organizationIdsOf, type Right } from '../shared/principals.ts';
import { apiUrl } from '../statement-context.ts';
import { sharedTags } from '../tags/tag.ts';

/** Options of the field that prints the address of a user's photo. */
export const photoUrl = {
  description: 'Address of the photo, or of an avatar where there is none.',
  select: { photo: { select: { storageKey: true, filename: true } } },
  extensions: fieldSql((row) => ({
    value: sql`coalesce(
      (SELECT ${apiUrl} || '/media/' || m.storage_key || '/' || m.filename FROM media m WHERE m.id = ${member(row, 'photoId')}),
      ${apiUrl} || '/avatars/' || ${member(row, 'id')} || '.svg')`,
  })),
  resolve: (
    user: { id: number; photo: { storageKey: string; filename: string } | null },
    _args: object,
    { settings }: Context,
  ) => (user.photo ? mediaUrl(settings, user.photo) : avatarUrl(settings, user.id)),
} as const;

export const User = builder.prismaObject('User', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The user's id." }),
    name: t.exposeString('name'),
    profilePhotoUrl: t.string(photoUrl),
    tags: t.relation('tags', sharedTags),
  }),
});

/** Enabled users who hold a right in one of these organizations. */
export const peopleWho = (right: Right, organizationIds: number[], { settings }: Context): Prisma.UserWhereInput => ({
  disabledAt: null,
  kind: 'person',
  roles: {
    some: {
      role: {
        organizationId: { in: organizationIds },
        permissions: { some: { permissionName: settings.permissions[right] } },
      },
    },
  },
});

const lists: { field: string; right: Right; description: string }[] = [
  {
    field: 'contactPersons',
    right: 'contact',
    description: 'Users who may be assigned as contact person of an order, by name.',
  },
  { field: 'drivers', right: 'drive', description: 'Users who may be assigned as driver of a transfer, by name.' },
  { field: 'issuers', right: 'book', description: 'Users who may book products, by name.' },
  { field: 'tourGuides', right: 'guide', description: 'Users who may be assigned as tour guide of an order, by name.' },
];

for (const { field, right, description } of lists) {
  const plan = (_args: object, context: Context) => ({
    where: peopleWho(right, organizationIdsOf(actorOf(context)), context),
    orderBy: [{ name: 'asc' as const }, { id: 'asc' as const }],
  });
  builder.queryField(field, (t) =>
    t.prismaField({
      type: ['User'],
      description,
      extensions: listPlan('User', plan),
      resolve: (query, _root, _args, context) => context.db.user.findMany({ ...query, ...plan({}, context) }),
    }),
  );
}

import { fieldSql, through } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Node } from '../shared/node.ts';
import { ownTags } from '../tags/tag.ts';
import { Permission } from './permission.ts';

export const Role = builder.prismaObject('Role', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The role's id, which a point-of-sale request references." }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    permissions: t.field({
      type: [Permission],
      description: 'The permissions of the role, by name.',
      select: (_args, _context, nested) => ({
        permissions: { orderBy: { permissionName: 'asc' }, select: { permission: nested(true) } },
      }),
      extensions: fieldSql((row) => ({ rows: through(row, 'permissions', 'permission', { permissionName: 'asc' }) })),
      resolve: (role) => role.permissions.map(({ permission }) => permission),
    }),
    tags: t.relation('tags', ownTags),
  }),
});

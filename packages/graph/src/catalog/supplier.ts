import { fieldSql, through } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Permission } from '../people/permission.ts';
import { Node } from '../shared/node.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { translated } from '../shared/translation.ts';
import { ownTags } from '../tags/tag.ts';

export const Supplier = builder.prismaObject('Supplier', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The supplier's id." }),
    version: t.exposeInt('version'),
    name: t.exposeString('name'),
    description: t.string({
      ...translated('Supplier', 'description'),
      nullable: true,
    }),
    tags: t.relation('tags', ownTags),
    translations: t.field(translationsField),
    permissions: t.field({
      type: [Permission],
      description: 'What the supplier may do on the channel, by name.',
      select: (_args, _context, nested) => ({
        permissions: { orderBy: { permissionName: 'asc' }, select: { permission: nested(true) } },
      }),
      extensions: fieldSql((row) => ({ rows: through(row, 'permissions', 'permission', { permissionName: 'asc' }) })),
      resolve: (supplier) => supplier.permissions.map(({ permission }) => permission),
    }),
  }),
});

import { builder } from '../builder.ts';
import { notFound } from '../errors.ts';
import { Node } from '../shared/node.ts';
import { adminOrganizationIds } from '../shared/principals.ts';
import { asGiven, givenRole, mayGivePermission, mayGiveRole, visibleRoles } from './people-access.ts';
import { Permission } from './permission.ts';
import { Role } from './role.ts';

/** Enabled users, for counting. */
const inService = { user: { disabledAt: null, kind: 'person' } } as const;

export const StaffRole = builder.prismaObject('Role', {
  variant: 'StaffRole',
  description: 'A role in the view of the staff of its organization.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The role's id." }),
    role: t.variant(Role, { description: 'The role itself.' }),
    version: t.exposeInt('version'),
    organization: t.relation('organization', { description: 'The organization to which it belongs.' }),
    client: t.relation('client', {
      nullable: true,
      description: 'The client for whose account it sells; null when it sells nothing.',
    }),
    members: t.relationCount('users', { where: inService, description: 'Number of enabled users who hold it.' }),
    products: t.relationCount('products', { description: 'Number of products that it may sell.' }),
    cities: t.relationCount('cities', { description: 'Number of cities that it sees.' }),
    productIds: t.field({
      type: ['Int'],
      description: 'The ids of the products that it may sell.',
      select: { products: { orderBy: { productId: 'asc' } } },
      resolve: ({ products }) => products.map(({ productId }) => productId),
    }),
    cityIds: t.field({
      type: ['Int'],
      description: 'The ids of the cities that it sees.',
      select: { cities: { orderBy: { cityId: 'asc' } } },
      resolve: ({ cities }) => cities.map(({ cityId }) => cityId),
    }),
    mayGive: t.boolean({
      description: 'Whether the viewer may give it to others: requires administration and its permissions.',
      select: givenRole.select,
      resolve: (role, _args, context) => mayGiveRole(context, asGiven(role)),
    }),
  }),
});

const GivablePermission = builder
  .objectRef<{ name: string; description: string; mayGive: boolean }>('GivablePermission')
  .implement({
    description: 'A permission in the view of an administrator.',
    fields: (t) => ({
      permission: t.field({ type: Permission, description: 'The permission.', resolve: (permission) => permission }),
      mayGive: t.exposeBoolean('mayGive', { description: 'Whether the viewer may give it to others.' }),
    }),
  });

builder.queryFields((t) => ({
  staffRoles: t.prismaField({
    type: [StaffRole],
    description: 'The roles of the organizations in which the viewer is staff, by name.',
    resolve: (query, _root, _args, context) =>
      context.db.role.findMany({ ...query, where: visibleRoles(context), orderBy: [{ name: 'asc' }, { id: 'asc' }] }),
  }),
  staffRole: t.prismaField({
    type: StaffRole,
    description: 'A role that the viewer may see as staff.',
    args: { id: t.arg.int({ required: true, description: "The role's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const role = await context.db.role.findFirst({ ...query, where: { AND: [{ id }, visibleRoles(context)] } });
      if (!role) throw notFound('Role');
      return role;
    },
  }),
  permissions: t.field({
    type: [GivablePermission],
    description: 'All permissions, by name. Empty for a viewer who does not administer the organization.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization in which they would be given.' }),
    },
    resolve: async (_root, { organizationId }, context) => {
      if (!adminOrganizationIds(context).includes(organizationId)) return [];
      const permissions = await context.db.permission.findMany({ orderBy: { name: 'asc' } });
      return permissions.map((permission) => ({
        ...permission,
        mayGive: mayGivePermission(context, permission.name, organizationId),
      }));
    },
  }),
  administeredOrganizations: t.prismaField({
    type: ['Organization'],
    description: 'The organizations that the viewer administers, by name.',
    resolve: (query, _root, _args, context) =>
      context.db.organization.findMany({
        ...query,
        where: { id: { in: adminOrganizationIds(context) } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
  roleClients: t.prismaField({
    type: ['Client'],
    description: 'The clients for whose account roles of an organization can sell, by name. For its administrators.',
    args: { organizationId: t.arg.int({ required: true, description: "The organization's id." }) },
    resolve: (query, _root, { organizationId }, context) =>
      context.db.client.findMany({
        ...query,
        where: { organizationId: { in: adminOrganizationIds(context).filter((id) => id === organizationId) } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
}));

import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, forbidden, invalid, notFound, UNKNOWN_ID } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { checkIds } from '../shared/edit.ts';
import { type ExpectedVersion, expectedVersion, expectVersion, TOUCHED } from '../shared/expected-version.ts';
import { adminOrganizationIds, holds } from '../shared/principals.ts';
import { isStorable } from '../shared/text.ts';
import { checkShown } from '../shared/values.ts';
import { asAdministrator, givenRole, holdsPermission, mayGivePermission, visibleRoles } from './people-access.ts';
import { StaffRole } from './staff-role.ts';

/** Maximum number of products, and of cities, of a role. */
const MAX_SOLD = 2_000;

const RoleInput = builder.inputType('RoleInput', {
  description: 'The members of a role that an administrator sets. A member that is left out keeps its value.',
  fields: (t) => ({
    name: t.string({ description: 'Its name, unique in its organization; at most 100 characters.' }),
    description: t.string({ description: 'Its purpose; null: no description.' }),
    permissions: t.stringList({ description: 'Names of all of its permissions; other permissions are removed.' }),
    productIds: t.intList({
      description: `All products that it may sell, at most ${MAX_SOLD}: those of its organization, and those of others that its roles sell already.`,
    }),
    cityIds: t.intList({ description: `All cities that it sees, at most ${MAX_SOLD}.` }),
  }),
});

type Input = typeof RoleInput.$inferInput;

const LONGEST_NAME = 100;
const LONGEST_DESCRIPTION = 500;

type Columns = { name?: string; description?: string | null };

function checkedRole(input: Input, fieldErrors: FieldErrors): Columns {
  const columns: Columns = {};
  if (typeof input.name === 'string') {
    columns.name = input.name.trim();
    checkShown(columns.name, LONGEST_NAME, ['input', 'name'], fieldErrors);
  }
  if (input.description !== undefined) {
    columns.description = input.description?.trim() || null;
    const text = columns.description ?? '';
    if (text.length > LONGEST_DESCRIPTION || !isStorable(text)) {
      fieldErrors.add(['input', 'description'], `must be a text of at most ${LONGEST_DESCRIPTION} characters.`);
    }
  }
  return columns;
}

async function checkNames(
  tx: Tx,
  names: readonly string[] | null | undefined,
  fieldErrors: FieldErrors,
): Promise<void> {
  if (!names) return;
  const known = await tx.permission.findMany({ where: { name: { in: names.filter(isStorable) } } });
  names.forEach((name, index) => {
    if (!known.some((permission) => permission.name === name))
      fieldErrors.add(['input', 'permissions', index], UNKNOWN_ID);
  });
}

/** The products and cities that a role is given, without duplicates; undefined: unchanged. */
async function checkedSales(tx: Tx, organizationId: number, { productIds, cityIds }: Input, fieldErrors: FieldErrors) {
  const sold = { OR: [{ organizationId }, { roles: { some: { role: { organizationId } } } }] };
  if (productIds) {
    const where = { AND: [{ id: { in: productIds } }, sold] };
    checkIds(productIds, await tx.product.findMany({ where, select: { id: true } }), 'productIds', fieldErrors);
  }
  if (cityIds) {
    const where = { id: { in: cityIds } };
    checkIds(cityIds, await tx.city.findMany({ where, select: { id: true } }), 'cityIds', fieldErrors);
  }
  const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);
  return {
    ...(productIds ? { productIds: inOrder(productIds) } : {}),
    ...(cityIds ? { cityIds: inOrder(cityIds) } : {}),
  };
}

type Sales = Awaited<ReturnType<typeof checkedSales>>;

/** Replaces the products and cities of a role that are given. */
async function writeSales(tx: Tx, roleId: number, { productIds, cityIds }: Sales): Promise<void> {
  if (productIds) {
    await tx.roleProduct.deleteMany({ where: { roleId, productId: { notIn: productIds } } });
    await tx.roleProduct.createMany({
      data: productIds.map((productId) => ({ roleId, productId })),
      skipDuplicates: true,
    });
  }
  if (cityIds) {
    await tx.roleCity.deleteMany({ where: { roleId, cityId: { notIn: cityIds } } });
    await tx.roleCity.createMany({ data: cityIds.map((cityId) => ({ roleId, cityId })), skipDuplicates: true });
  }
}

/** @throws forbidden, with the name of the first permission that the actor may not give */
function checkGiven(names: readonly string[], mayGive: (name: string) => boolean): void {
  const refused = names.find((name) => !mayGive(name));
  if (refused) throw forbidden(`You may not give the permission ${refused}: you do not hold it.`);
}

const NAME_TAKEN = { path: ['input', 'name'], message: 'belongs to another role.' };

type Made = { organizationId: number; clientId: number | null | undefined; input: Input };

async function create(tx: Tx, context: Context, { organizationId, clientId = null, input }: Made): Promise<number> {
  const fieldErrors = new FieldErrors();
  const { name, description = null } = checkedRole(input, fieldErrors);
  if (name === undefined) fieldErrors.add(['input', 'name'], 'is required.');
  await checkNames(tx, input.permissions, fieldErrors);
  if (clientId !== null && !(await tx.client.findFirst({ where: { id: clientId, organizationId } }))) {
    fieldErrors.add(['clientId'], UNKNOWN_ID);
  }
  const sales = await checkedSales(tx, organizationId, input, fieldErrors);
  fieldErrors.throwIfAny();
  const permissions = [...new Set(input.permissions ?? [])].sort();
  checkGiven(permissions, (permission) => mayGivePermission(context, permission, organizationId));
  const [made] = await tx.role.createManyAndReturn({
    data: { organizationId, clientId, name: name ?? '', description },
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) throw invalid([NAME_TAKEN]);
  await tx.rolePermission.createMany({
    data: permissions.map((permissionName) => ({ roleId: made.id, permissionName })),
  });
  await writeSales(tx, made.id, sales);
  const after = { name: name ?? '', description, clientId, permissions, ...sales };
  await audit(tx, context, [{ action: 'role.create', entity: 'role', entityId: made.id, organizationId, after }]);
  return made.id;
}

/** A role of an organization that the actor administers. @throws not found, and forbidden for who does not */
export async function managedRole(tx: Tx, context: Context, id: number) {
  const role = await tx.role.findFirst({
    where: { AND: [{ id }, visibleRoles(context)] },
    select: {
      ...givenRole.select,
      description: true,
      products: { orderBy: { productId: 'asc' } },
      cities: { orderBy: { cityId: 'asc' } },
    },
  });
  if (!role) throw notFound('Role');
  if (!adminOrganizationIds(context).includes(role.organizationId)) {
    throw forbidden('You may not manage the roles of this organization.');
  }
  return {
    ...role,
    permissions: role.permissions.map(({ permissionName }) => permissionName).sort(),
    productIds: role.products.map(({ productId }) => productId),
    cityIds: role.cities.map(({ cityId }) => cityId),
  };
}

/** Users cannot give permissions to themselves or remove their own administration. */
function checkOwn(context: Context, roleId: number, organizationId: number, wanted: readonly string[]): void {
  const roles = context.actor?.roles ?? [];
  if (!roles.some((role) => role.id === roleId)) return;
  checkGiven(wanted, (name) => holdsPermission(context, name, organizationId));
  const after = roles.map((role) => (role.id === roleId ? { ...role, permissions: [...wanted] } : role));
  const actor = context.actor && { ...context.actor, roles: after };
  if (!holds({ ...context, actor }, 'administer', organizationId)) {
    throw forbidden('You may not remove your own administration: ask another administrator.');
  }
}

async function update(
  tx: Tx,
  context: Context,
  { id, input, expectedVersion: expected }: { id: number; input: Input; expectedVersion?: ExpectedVersion },
): Promise<void> {
  const role = await managedRole(tx, context, id);
  await expectVersion(tx, 'Role', id, expected);
  const { organizationId } = role;
  const fieldErrors = new FieldErrors();
  const columns = checkedRole(input, fieldErrors);
  await checkNames(tx, input.permissions, fieldErrors);
  const sales = await checkedSales(tx, organizationId, input, fieldErrors);
  fieldErrors.throwIfAny();
  const wanted = input.permissions ? [...new Set(input.permissions)].sort() : role.permissions;
  const added = wanted.filter((name) => !role.permissions.includes(name));
  checkGiven(added, (name) => mayGivePermission(context, name, organizationId));
  checkOwn(context, id, organizationId, wanted);
  if (columns.name !== undefined) {
    const taken = await tx.role.count({ where: { organizationId, name: columns.name, id: { not: id } } });
    if (taken > 0) throw invalid([NAME_TAKEN]);
  }
  const requested = { ...columns, permissions: wanted, ...sales };
  const members = (Object.keys(requested) as (keyof typeof requested)[]).filter(
    (key) => JSON.stringify(requested[key]) !== JSON.stringify(role[key]),
  );
  if (members.length === 0) return;
  const pick = (from: Partial<typeof requested>) => Object.fromEntries(members.map((key) => [key, from[key] ?? null]));
  await tx.role.update({ where: { id }, data: { ...columns, ...TOUCHED } });
  await tx.rolePermission.deleteMany({ where: { roleId: id, permissionName: { notIn: wanted } } });
  await tx.rolePermission.createMany({ data: added.map((permissionName) => ({ roleId: id, permissionName })) });
  await writeSales(tx, id, sales);
  const line = { action: 'role.update', before: pick(role), after: pick(requested) };
  await audit(tx, context, [{ ...line, entity: 'role', entityId: id, organizationId }]);
}

builder.mutationFields((t) => ({
  createRole: t.prismaField({
    type: StaffRole,
    description: 'Creates a role of an organization. For its administrators.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization of the role.' }),
      clientId: t.arg.int({ description: 'The client for whose account it sells; without one it sells nothing.' }),
      input: t.arg({ type: RoleInput, required: true, description: 'The role; its name is required.' }),
    },
    resolve: async (query, _root, { organizationId, ...made }, context) => {
      const id = await asAdministrator(context, (tx, fresh) => {
        if (!adminOrganizationIds(fresh).includes(organizationId)) {
          throw forbidden('You may not manage the roles of this organization.');
        }
        return create(tx, fresh, { organizationId, clientId: made.clientId, input: made.input });
      });
      return context.db.role.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateRole: t.prismaField({
    type: StaffRole,
    description:
      'Changes the name, description, permissions, products or cities of a role. The change applies from the next request of its holders on.',
    args: {
      id: t.arg.int({ required: true, description: "The role's id." }),
      input: t.arg({ type: RoleInput, required: true, description: 'The members to change.' }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (query, _root, changed, context) => {
      await asAdministrator(context, (tx, fresh) => update(tx, fresh, changed));
      return context.db.role.findUniqueOrThrow({ ...query, where: { id: changed.id } });
    },
  }),
}));

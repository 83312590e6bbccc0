import { actorOf as actorById } from '@channel/auth';
import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';
import { actorOf, adminOrganizationIds, holds, type Right, staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';

/** Users with a role in some organizations. */
export const withRoleIn = (organizationIds: number[]): Prisma.UserWhereInput => ({
  roles: { some: { role: { organizationId: { in: organizationIds } } } },
});

/**
 * People of some organizations: users with a role there or with membership in one of their clients, without system
 * users.
 */
export const peopleOf = (organizationIds: number[]): Prisma.UserWhereInput => ({
  kind: 'person',
  OR: [withRoleIn(organizationIds), { clients: { some: { client: { organizationId: { in: organizationIds } } } } }],
});

/** The people whom the actor sees: those of the organizations in which the actor is staff. */
export const visiblePeople = (context: Context): Prisma.UserWhereInput => peopleOf(staffOrganizationIds(context));

/** A person whom the actor sees. @throws not found */
export async function visiblePerson(context: Context, id: number) {
  const where = { AND: [{ id }, visiblePeople(context)] };
  const person = await context.db.user.findFirst({ where, include: { photo: true } });
  if (!person) throw notFound('Person');
  return person;
}

/** The roles that the actor sees: those of the organizations in which the actor is staff. */
export const visibleRoles = (context: Context): Prisma.RoleWhereInput => ({
  organizationId: { in: staffOrganizationIds(context) },
});

/**
 * Job permissions. An administrator may give them without holding them: otherwise an administrator would have to be a
 * driver to employ one. Any other permission can be given only by an administrator who holds it.
 */
const JOBS: readonly Right[] = ['book', 'drive', 'guide', 'contact'];

/** The members of a role that decide whether it may be given. */
export type GivenRole = { id: number; organizationId: number; clientId: number | null; permissions: string[] };

/** Whether the actor holds a permission in an organization. */
export const holdsPermission = ({ actor }: Context, name: string, organizationId: number): boolean =>
  Boolean(actor?.roles.some((role) => role.organizationId === organizationId && role.permissions.includes(name)));

/** Whether the actor may give a permission to others in an organization. */
export const mayGivePermission = (context: Context, name: string, organizationId: number): boolean =>
  holds(context, 'administer', organizationId) &&
  (holdsPermission(context, name, organizationId) ||
    JOBS.some((right) => context.settings.permissions[right] === name));

/**
 * Whether the actor may give a role to others. The actor must be allowed to give each of its permissions, and must see
 * the orders that were sold through it, because the role shows them to its holders.
 */
export function mayGiveRole(context: Context, { id, organizationId, clientId, permissions }: GivenRole): boolean {
  const seesItsOrders =
    clientId === null ||
    holds(context, 'allOrders', organizationId) ||
    Boolean(context.actor?.roles.some((role) => role.id === id));
  return (
    holds(context, 'administer', organizationId) &&
    seesItsOrders &&
    permissions.every((name) => mayGivePermission(context, name, organizationId))
  );
}

/** Selects the members of a role that decide whether it may be given. */
export const givenRole = {
  select: {
    id: true,
    name: true,
    organizationId: true,
    clientId: true,
    permissions: { select: { permissionName: true } },
  },
} as const satisfies { select: Prisma.RoleSelect };

type GivenRoleRow = Prisma.RoleGetPayload<typeof givenRole>;

export const asGiven = ({ permissions, ...role }: GivenRoleRow): GivenRole => ({
  ...role,
  permissions: permissions.map(({ permissionName }) => permissionName),
});

/**
 * Runs a change by an administrator in one transaction. Changes of the people of one organization are serialized, and
 * each checks again whether the actor still administers: if two administrators remove each other's permission
 * concurrently, the second fails. Since users cannot remove their own administration, an organization never loses its
 * last administrator.
 *
 * @param act gets a context inside the transaction, with the current state of the actor
 * @throws forbidden where the actor administers nothing, or no longer every organization of the start of the request
 */
export async function asAdministrator<T>(context: Context, act: (tx: Tx, fresh: Context) => Promise<T>): Promise<T> {
  const organizationIds = adminOrganizationIds(context);
  if (organizationIds.length === 0) throw forbidden('You may not manage people and roles.');
  return inTransaction(context.db, async (tx) => {
    await lockRows(tx, 'Organization', { id: { in: organizationIds } });
    const fresh = { ...context, db: tx, actor: await actorById(tx, actorOf(context).userId, context.now) };
    if (adminOrganizationIds(fresh).length < organizationIds.length)
      throw forbidden('You may not manage people and roles.');
    return act(tx, fresh);
  });
}

const managed = {
  select: {
    id: true,
    name: true,
    email: true,
    username: true,
    disabledAt: true,
    passwordHash: true,
    roles: { orderBy: { roleId: 'asc' }, select: { role: givenRole } },
    clients: { select: { client: { select: { organizationId: true } } } },
  },
} as const satisfies { select: Prisma.UserSelect };

export type ManagedPerson = Prisma.UserGetPayload<typeof managed>;

/**
 * A user of an organization that the actor administers, locked, other than the actor.
 *
 * @throws not found where the actor does not see the user; forbidden where the actor sees but does not administer the
 *   user, or is the user
 */
export async function otherPerson(tx: Tx, context: Context, id: number): Promise<ManagedPerson> {
  const person = await tx.user.findFirst({ where: { AND: [{ id }, visiblePeople(context)] }, select: { id: true } });
  if (!person) throw notFound('Person');
  const administered = await tx.user.count({ where: { AND: [{ id }, peopleOf(adminOrganizationIds(context))] } });
  if (administered === 0) throw forbidden('You may not manage the people of this organization.');
  if (id === context.actor?.userId) throw forbidden('You may not do this to yourself: ask another administrator.');
  await lockRows(tx, 'User', { id });
  return tx.user.findUniqueOrThrow({ where: { id }, ...managed });
}

/** The organizations of the roles and clients of a person. */
export const organizationsOf = ({ roles, clients }: Pick<ManagedPerson, 'roles' | 'clients'>): number[] => [
  ...new Set([...roles.map(({ role }) => role.organizationId), ...clients.map(({ client }) => client.organizationId)]),
];

/**
 * Why the actor may not act on the account of a person, which gives access to everything that the person may do
 * anywhere; undefined where the actor may.
 */
export function accountRefusal(context: Context, person: Pick<ManagedPerson, 'id' | 'roles' | 'clients'>) {
  if (person.id === context.actor?.userId) return 'You may not do this to yourself: ask another administrator.';
  const administered = adminOrganizationIds(context);
  if (organizationsOf(person).some((id) => !administered.includes(id))) {
    return 'The person also belongs to an organization that you do not administer.';
  }
  if (person.roles.some(({ role }) => !mayGiveRole(context, asGiven(role)))) {
    return 'The person holds permissions that you do not hold.';
  }
  return undefined;
}

/**
 * A person on whose account the actor may act, locked.
 *
 * @throws as `otherPerson`, and forbidden with the text of `accountRefusal`
 */
export async function managedAccount(tx: Tx, context: Context, id: number): Promise<ManagedPerson> {
  const person = await otherPerson(tx, context, id);
  const refusal = accountRefusal(context, person);
  if (refusal) throw forbidden(refusal);
  return person;
}

/** Selection that a role page or person page needs for `accountRefusal`. */
export const managedPerson = managed;

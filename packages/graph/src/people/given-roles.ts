import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type FieldErrors, forbidden, UNKNOWN_ID } from '../errors.ts';
import { asGiven, givenRole, mayGiveRole } from './people-access.ts';
import { adminOrganizationIds } from './principals.ts';

/** A role that was named in an input. */
export type NamedRole = { id: number; name: string; organizationId: number };

/** Roles of organizations that the actor administers, by their ids; any other id is added to the faults. */
export async function namedRoles(
  tx: Tx,
  context: Context,
  { ids, path }: { ids: readonly number[]; path: string[] },
  fieldErrors: FieldErrors,
): Promise<NamedRole[]> {
  const rows = await rolesIn(tx, context, ids);
  ids.forEach((id, index) => {
    if (!rows.some((row) => row.id === id)) fieldErrors.add([...path, index], UNKNOWN_ID);
  });
  return rows;
}

/** @throws forbidden, naming the first of the roles that the actor may not give */
export async function checkGiving(tx: Tx, context: Context, ids: readonly number[]): Promise<void> {
  const rows = await rolesIn(tx, context, ids);
  const refused = rows.find((row) => !mayGiveRole(context, asGiven(row)));
  if (refused) throw forbidden(`You may not give the role ${refused.name}: it allows more than you may do.`);
}

const rolesIn = (tx: Tx, context: Context, ids: readonly number[]) =>
  tx.role.findMany({
    where: { id: { in: [...ids] }, organizationId: { in: adminOrganizationIds(context) } },
    orderBy: { id: 'asc' },
    ...givenRole,
  });

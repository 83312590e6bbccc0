import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type FieldErrors, forbidden, UNKNOWN_ID } from '../errors.ts';
import { adminOrganizationIds } from '../shared/principals.ts';
import { asGiven, givenRole, mayGiveRole } from './people-access.ts';

/** A role that an input references. */
export type NamedRole = { id: number; name: string; organizationId: number };

/** Roles of organizations that the actor administers, by id; adds a field error for any other id. */
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

/** @throws forbidden, with the name of the first role that the actor may not give */
export async function checkGiving(tx: Tx, context: Context, ids: readonly number[]): Promise<void> {
  const rows = await rolesIn(tx, context, ids);
  const refused = rows.find((row) => !mayGiveRole(context, asGiven(row)));
  if (refused) throw forbidden(`You may not give the role ${refused.name}: it holds permissions that you do not hold.`);
}

const rolesIn = (tx: Tx, context: Context, ids: readonly number[]) =>
  tx.role.findMany({
    where: { id: { in: [...ids] }, organizationId: { in: adminOrganizationIds(context) } },
    orderBy: { id: 'asc' },
    ...givenRole,
  });

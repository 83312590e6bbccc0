import type { Context } from '../context.ts';
import { conflict, forbidden } from '../errors.ts';
import { adminOrganizationIds } from './principals.ts';

/*
 * Countries, cities and categories belong to no organization. Every administrator may create one, or gets the one that is
 * there already; only those who administer every organization that uses one may change or delete it.
 */

/** The organizations that the actor administers. @throws forbidden where there are none */
export function administeredIds(context: Context): number[] {
  const ids = adminOrganizationIds(context);
  if (ids.length === 0)
    throw forbidden('You may not manage the business of an organization: this is for administrators.');
  return ids;
}

/** @throws conflict where organizations that the actor does not administer use a shared thing */
export function refuseForeignUse(uses: number): void {
  if (uses > 0) throw conflict('Other organizations use it, too: only the operator of the installation may change it.');
}

/** A shared thing in the audit log: its changes are recorded with the first organization that the actor administers. */
export const sharedThing = (context: Context, entity: string, entityId: number) => ({
  entity,
  entityId,
  organizationId: adminOrganizationIds(context)[0] ?? null,
});

import { inTransaction } from '@channel/prisma';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { lockRows } from '../shared/rows.ts';

/** The most requests that an organization's own quota may allow in a window. */
export const MAX_REQUEST_QUOTA = 1_000_000;

/**
 * Gives an organization its own quota of requests, on behalf of the operator, who has the database: its administrators
 * can't change it. It applies to the next request.
 *
 * @param context without an actor; its channel is in the audit log
 * @param requestQuota requests in a window, from 1 to `MAX_REQUEST_QUOTA`; null: the default of the installation
 * @throws not found for an unknown organization
 */
export function setRequestQuota(
  context: Context,
  { organizationId: id, requestQuota }: { organizationId: number; requestQuota: number | null },
): Promise<{ name: string }> {
  return inTransaction(context.db, async (tx) => {
    await lockRows(tx, 'Organization', { id });
    const former = await tx.organization.findUnique({ where: { id }, select: { name: true, requestQuota: true } });
    if (!former) throw notFound('Organization');
    if (former.requestQuota !== requestQuota) {
      await tx.organization.update({ where: { id }, data: { requestQuota }, select: { id: true } });
      const change = { before: { requestQuota: former.requestQuota }, after: { requestQuota } };
      await audit(tx, context, [
        { action: 'organization.update', entity: 'organization', entityId: id, organizationId: id, ...change },
      ]);
    }
    return { name: former.name };
  });
}

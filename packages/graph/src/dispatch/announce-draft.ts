import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';

/** Postgres channel on which every process receives the organizations whose drafts changed. */
export const DRAFTS = 'dispatch_drafts';

/** Notifies all processes, when the transaction commits, that the actor's draft changed. */
export async function announceDraft(tx: Tx, context: Context): Promise<void> {
  await tx.$executeRaw`
    SELECT count(pg_notify(${DRAFTS}, id::text)) FROM unnest(${staffOrganizationIds(context)}::bigint[]) AS id`;
}

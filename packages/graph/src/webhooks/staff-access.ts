import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { type ExpectedVersion, expectVersion } from '../shared/expected-version.ts';
import { adminOrganizationIds, holds, staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';

export { adminOrganizationIds, staffOrganizationIds };

/** The endpoints that the actor may see: all of the organizations in which the actor is staff. */
export const visibleEndpoints = (context: Context): Prisma.WebhookEndpointWhereInput => ({
  organizationId: { in: staffOrganizationIds(context) },
  deletedAt: null,
});

/** The events that the actor may see as staff: those of orders that the actor may see. */
export const visibleEvents = (context: Context): Prisma.WebhookEventWhereInput => ({
  organizationId: { in: staffOrganizationIds(context) },
  order: visibleOrders(context),
});

/** The deliveries that the actor may see: those of visible events. */
export const visibleDeliveries = (context: Context): Prisma.WebhookDeliveryWhereInput => ({
  event: visibleEvents(context),
});

/**
 * An endpoint that the actor may manage.
 *
 * @throws not found where the actor does not see it; forbidden where the actor sees it but does not administer
 */
export async function managedEndpoint(context: Context, id: number) {
  const endpoint = await context.db.webhookEndpoint.findFirst({ where: { AND: [{ id }, visibleEndpoints(context)] } });
  if (!endpoint) throw notFound('Webhook endpoint');
  if (!holds(context, 'administer', endpoint.organizationId)) {
    throw forbidden('You may not manage the webhook endpoints of this organization.');
  }
  return endpoint;
}

export type ManagedEndpoint = Awaited<ReturnType<typeof managedEndpoint>>;

/** The argument of an operation for the endpoint that it changes. */
export const endpointId = { required: true, description: "The endpoint's id." } as const;

/**
 * Runs a change of an endpoint that the actor may manage. The endpoint is locked, so that it is not deleted or changed
 * concurrently.
 *
 * @throws as `managedEndpoint`, also where the endpoint was deleted meanwhile; precondition failed for another version
 */
export function changeEndpoint<T>(
  context: Context,
  { id, expectedVersion }: { id: number; expectedVersion?: ExpectedVersion },
  change: (tx: Tx, endpoint: ManagedEndpoint) => Promise<T>,
): Promise<T> {
  return inTransaction(context.db, async (tx) => {
    await lockRows(tx, 'WebhookEndpoint', { id, organizationId: { in: adminOrganizationIds(context) } });
    const endpoint = await managedEndpoint({ ...context, db: tx }, id);
    await expectVersion(tx, 'WebhookEndpoint', id, expectedVersion);
    return change(tx, endpoint);
  });
}

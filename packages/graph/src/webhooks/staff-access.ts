import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { administeredBy, holds, staffedBy } from '../people/principals.ts';

export { administeredBy, staffedBy };

/** The endpoints that the actor may see: all of the organizations in which the actor is staff. */
export const visibleEndpoints = (context: Context): Prisma.WebhookEndpointWhereInput => ({
  organizationId: { in: staffedBy(context) },
  deletedAt: null,
});

/** The events that the actor may see: as staff, and of orders that the actor may see. */
export const visibleEvents = (context: Context): Prisma.WebhookEventWhereInput => ({
  organizationId: { in: staffedBy(context) },
  order: visibleOrders(context),
});

/** Deliveries are seen by those who see their event. */
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

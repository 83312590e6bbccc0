import { inTransaction } from '@channel/prisma';
import { eraseBodies } from '@channel/webhooks';
import { builder } from '../builder.ts';
import { forbidden, invalid } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { MAX_IDS } from '../shared/check-filter.ts';
import { holds } from '../shared/principals.ts';
import { isEventId } from './event-id.ts';
import { visibleEvents } from './staff-access.ts';

builder.mutationField('eraseWebhookBodies', (t) =>
  t.int({
    description:
      'Erases the bodies of events and the response bodies of receivers, for requests to delete personal data. The records of time, receiver and status stay. Returns the number of erased events. For administrators of the organization.',
    args: {
      eventIds: t.arg.stringList({ description: 'These events.' }),
      orderId: t.arg.int({ description: 'All events of this order.' }),
    },
    resolve: async (_root, { eventIds, orderId }, context) => {
      if (eventIds && eventIds.length > MAX_IDS)
        throw invalid([{ path: ['eventIds'], message: `must hold at most ${MAX_IDS} entries.` }]);
      if (!eventIds && typeof orderId !== 'number') {
        throw invalid([{ path: ['eventIds'], message: 'is required, unless orderId is given.' }]);
      }
      return inTransaction(context.db, async (tx) => {
        const events = await tx.webhookEvent.findMany({
          where: {
            AND: [
              visibleEvents(context),
              ...(eventIds ? [{ id: { in: eventIds.filter((id) => isEventId(id)) } }] : []),
              ...(typeof orderId === 'number' ? [{ orderId }] : []),
            ],
          },
          select: { id: true, orderId: true, organizationId: true },
        });
        if (events.some(({ organizationId }) => !holds(context, 'administer', organizationId))) {
          throw forbidden('You may not erase webhooks of this organization.');
        }
        const count = await eraseBodies(
          tx,
          events.map(({ id }) => id),
          context.now,
        );
        const orders = new Map(events.map((event) => [event.orderId, event.organizationId]));
        const idsOf = (order: number) => events.filter((event) => event.orderId === order).map(({ id }) => id);
        await audit(
          tx,
          context,
          [...orders].map(([entityId, organizationId]) => ({
            action: 'webhook-event.erase',
            entity: 'order',
            entityId,
            organizationId,
            after: { events: idsOf(entityId) },
          })),
        );
        return count;
      });
    },
  }),
);

import type { PrismaClient } from '@channel/prisma';
import { createWorld } from '@channel/webhooks/testing';
import type { Context } from '../context.ts';
import { contextFor, NOW } from './context.ts';

/** Rows of webhooks, and users with different relations to them. */
export async function webhookScene(db: PrismaClient) {
  const world = createWorld(db);
  const staffOf = (permissions: string[], more = {}) => world.userWith(['orders.view-all', ...permissions], more);
  const { id: organizationId } = await world.organization();
  const people = {
    admin: (await staffOf(['administration', 'console.access'])).id,
    staff: (await staffOf(['console.access'])).id,
    /** Without any right to webhooks. */
    partner: (await staffOf(['products.book', 'graphql.query'])).id,
    /** Administers another organization. */
    outsider: (await staffOf(['administration', 'console.access'], { organizationId })).id,
  };

  /** The context of a request by one of these users. */
  async function as(who: keyof typeof people, more: Partial<Context> = {}): Promise<Context> {
    return { ...(await contextFor(db, people[who])), ...more };
  }

  /** Makes addresses unique: an owner registers an address only once. */
  let addresses = 0;

  /** An event with a finished delivery and its attempt. */
  async function delivered(
    status: 'succeeded' | 'failed' | 'skipped' = 'failed',
    url = `https://a.example/${++addresses === 1 ? '' : addresses}`,
  ) {
    const endpoint = await world.endpoint(url);
    const order = await world.order();
    const [eventId = ''] = await world.events([order]);
    const { id } = await db.webhookDelivery.create({
      data: { eventId, endpointId: endpoint.id, orderId: order.id, status, createdAt: NOW, finishedAt: NOW },
    });
    const attempt = { number: 1, url, startedAt: NOW, durationMs: 5, requestHeaders: { a: 'b' }, responseStatus: 500 };
    await db.webhookAttempt.create({ data: { deliveryId: id, ...attempt } });
    return { id, endpoint, order, eventId };
  }

  /** Deletes all endpoints and events; keeps the users. */
  async function clear(): Promise<void> {
    addresses = 0;
    await db.webhookEvent.deleteMany();
    await db.webhookEndpoint.deleteMany();
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  }

  return { world, people, as, delivered, clear };
}

export type WebhookScene = Awaited<ReturnType<typeof webhookScene>>;

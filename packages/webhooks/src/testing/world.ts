import { randomUUID } from 'node:crypto';
import { inTransaction, type Prisma, type PrismaClient } from '@channel/prisma';
import { createFactories } from '@channel/prisma/testing';
import { givenPayloads, recordEvents } from '../record-events.ts';
import { newSecret, seal } from '../secrets.ts';
import { NOW, SETTINGS } from './courier.ts';

type EndpointColumns = Partial<Prisma.WebhookEndpointUncheckedCreateInput>;

const BEFORE = new Date(NOW.getTime() - 3_600_000);

/** Rows for tests of deliveries. */
export function createWorld(db: PrismaClient) {
  const make = createFactories(db);
  const sequences = new Map<number, number>();

  /** An endpoint of an organization, older than every event, with its secret in plain text. */
  async function endpoint(url: string, columns: EndpointColumns = {}) {
    const secret = newSecret();
    const row = await db.webhookEndpoint.create({
      data: {
        organizationId: (await make.home()).id,
        createdAt: BEFORE,
        ...columns,
        url,
        secret: seal(secret, SETTINGS.secretKey),
      },
    });
    return { ...row, secretText: secret };
  }

  /** Events of these orders, one per entry, written in one transaction like a change. */
  async function events(orders: { id: number; organizationId: number }[], at = NOW): Promise<string[]> {
    const rows = orders.map(({ id: orderId, organizationId }) => {
      const sequence = (sequences.get(orderId) ?? 1) + 1;
      sequences.set(orderId, sequence);
      const id = randomUUID();
      const payload = JSON.stringify({ id, event: 'order-updated', data: { id: orderId, sequence, name: 'Zoë' } });
      const kind = 'order-updated';
      return { id, organizationId, orderId, sequence, kind, actorId: null, requestId: 'r', createdAt: at, payload };
    });
    await inTransaction(db, (tx) => recordEvents(tx, rows, givenPayloads(rows)));
    return rows.map(({ id }) => id);
  }

  /** Without a booking: the product does not matter here, and no departure is sold out. */
  const order = (columns: Parameters<typeof make.order>[0] = {}) => make.order({ offer: null, ...columns });

  /** In sequence: concurrent writes of this many orders would wait for connections. */
  async function orders(count: number) {
    const made: Awaited<ReturnType<typeof order>>[] = [];
    while (made.length < count) made.push(await order());
    return made;
  }

  return { ...make, order, orders, endpoint, events };
}

export type World = ReturnType<typeof createWorld>;

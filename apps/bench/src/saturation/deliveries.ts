import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPrisma, inTransaction } from '@channel/prisma';
import { givenPayloads, newSecret, recordEvents, seal } from '@channel/webhooks';
import { startServer } from '../processes.ts';
import { connected, environment } from '../world/load-world.ts';
import type { Load } from './load.ts';

/** Endpoints, each of which receives every event. */
const ENDPOINTS = 4;
const CONCURRENCY = 16;
/** Events of one change of many orders. */
const TOGETHER = 500;
/** About the size of an order's body. */
const BODY = JSON.stringify({ event: 'order-updated', data: 'x'.repeat(4_000) });

const SETTINGS = { WEBHOOK_HTTPS_ONLY: '0', WEBHOOK_ALLOWED_RANGES: '127.0.0.1', WEBHOOK_CONCURRENCY: '64' };

/** A worker that delivers an event of each of these orders, to a receiver that answers at once. */
export const delivering = (orders: number): Load => ({
  surface: 'worker',
  async begin({ connectionString }) {
    let received = 0;
    const receiver = createServer((request, response) => {
      received += 1;
      request.resume();
      response.end();
    });
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
    const { port } = receiver.address() as AddressInfo;
    const env = environment(connectionString);
    await fill(connectionString, orders, `http://127.0.0.1:${port}`, env.SECRET_KEY);
    const worker = await startServer('apps/api/src/worker.ts', { ...env, ...SETTINGS });
    const [began, before] = [performance.now(), received];
    return {
      async end() {
        const rate = ((received - before) * 1_000) / (performance.now() - began);
        await worker.stop();
        receiver.closeAllConnections();
        receiver.close();
        const left = await connected(connectionString, async (client) => {
          const { rows } = await client.query('DELETE FROM webhook_endpoint WHERE url LIKE $1 RETURNING id', [
            `http://127.0.0.1:${port}%`,
          ]);
          return ENDPOINTS * orders - received + rows.length - ENDPOINTS;
        });
        if (left <= 0) throw new Error('everything was delivered before the measurement ended');
        return `${rate.toFixed(0)} deliveries a second`;
      },
    };
  },
});

async function fill(connectionString: string, orders: number, url: string, secretKey: string): Promise<void> {
  const db = createPrisma({ connectionString, poolSize: 1 });
  try {
    const now = new Date();
    const { id: organizationId } = await db.organization.findFirstOrThrow({
      orderBy: { orders: { _count: 'desc' } },
      select: { id: true },
    });
    await db.webhookEndpoint.createMany({
      data: Array.from({ length: ENDPOINTS }, (_nothing, index) => ({
        organizationId,
        url: `${url}/${index}`,
        secret: seal(newSecret(), secretKey),
        concurrency: CONCURRENCY,
        createdAt: now,
      })),
    });
    const changed = await db.order.findMany({
      where: { organizationId },
      orderBy: { id: 'asc' },
      take: orders,
      select: { id: true },
    });
    const events = changed.map(({ id: orderId }) => ({
      id: randomUUID(),
      organizationId,
      orderId,
      sequence: 1_000,
      kind: 'order-updated',
      actorId: null,
      requestId: null,
      createdAt: new Date(),
      payload: BODY,
    }));
    for (let from = 0; from < events.length; from += TOGETHER) {
      const some = events.slice(from, from + TOGETHER);
      await inTransaction(db, (tx) => recordEvents(tx, some, givenPayloads(some)));
    }
  } finally {
    await db.$disconnect();
  }
}

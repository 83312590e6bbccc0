import { deepEqual, equal, ok } from 'node:assert/strict';
import { createFactories, type Factories } from '@channel/prisma/testing';
import type { z } from 'zod';
import { client, type TestServer } from '../../testing/index.ts';
import { envelope } from './envelope-shape.ts';
import { bodyErrors } from './published-shape.ts';

/** The body of an event. */
export const bodyOf = ({ payload }: { payload: string | null }) => JSON.parse(payload ?? '');

/** Staff who book and change orders through the API of a server, and the events of these changes. */
export async function eventScene(server: TestServer) {
  const make = createFactories(server.db);
  const staff = await make.userWith(['orders.view-all', 'products.book', 'graphql.query', 'console.access']);
  const api = await client(server, staff.id);
  const events = () => server.db.webhookEvent.findMany({ orderBy: [{ orderId: 'asc' }, { sequence: 'asc' }] });

  /** Books an order through the API, as a partner does. */
  async function book(level: Parameters<Factories['offer']>[1] = {}, more: object = {}): Promise<number> {
    const offer = await make.offer([staff.role.id], level);
    const passenger = { first_name: 'Bo', last_name: 'Berg', price_category_id: offer.childId };
    const {
      status: code,
      text,
      data,
    } = await api.post(`/v1/pos/roles/${staff.role.id}/service_levels/${offer.level.id}/orders`, {
      body: {
        leader: { first_name: 'Ada', last_name: 'Zoë', email: 'ada@example.com', price_category_id: offer.adultId },
        passengers: offer.level.pricingType === 'per_item' ? [] : [passenger],
        details: { availability_id: offer.departure.id },
        ...more,
      },
    });
    if (code !== 200) throw new Error(text);
    return Number(data<{ id: number }>().id);
  }

  /** Changes an order. @returns its event, in the shape of the published document */
  async function eventAfter(id: number, change: object): Promise<z.output<typeof envelope>> {
    equal((await api.patch(`/v1/orders/${id}`, { body: change })).status, 200);
    const row = (await events()).at(-1);
    ok(row, 'The change has no event.');
    deepEqual(bodyErrors(bodyOf(row)), []);
    return envelope.parse(bodyOf(row));
  }

  return {
    make,
    staff,
    api,
    events,
    jobs: () => server.db.$queryRaw<{ payload: unknown }[]>`SELECT payload FROM graphile_worker._private_jobs`,
    book,
    eventAfter,
    /** Deletes all events and jobs. */
    async clear(): Promise<void> {
      await server.db.webhookEvent.deleteMany();
      await server.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    },
  };
}

export type EventScene = Awaited<ReturnType<typeof eventScene>>;

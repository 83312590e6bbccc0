import { comparePlaces, releaseExpiredHolds } from '@channel/graph';
import { day, type Factories, type Offer } from '@channel/prisma/testing';
import { client, NOW, type TestServer } from '../../src/testing/index.ts';
import { type Answer, apply, type Order, type Part, type Step, seen, type World } from './model.ts';

/** The system that is compared with the model: it executes steps and shows its state. */
export type Channel = {
  take(step: Step): Promise<Answer>;
  /** Its state, in the form of `seen`. */
  seen(): Promise<string>;
  /** The number of departures whose booked count differs from the places of their bookings. */
  unbalanced(): Promise<number>;
};

/** A channel that is a model itself. `step` may be defective. */
export function inMemory(start: World, step: typeof apply = apply): Channel {
  let world = start;
  return {
    async take(taken) {
      const { answer, world: after } = step(world, taken);
      world = after;
      return answer;
    },
    seen: async () => seen(world),
    unbalanced: async () => 0,
  };
}

/**
 * Creates departures with these capacities, and orders that span two of them each; other orders are booked over HTTP.
 */
export async function overHttp(
  server: TestServer,
  make: Factories,
  capacities: readonly number[],
): Promise<{ world: World; channel: Channel }> {
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  const api = await client(server, seller.id);
  const offer = await make.offer([seller.role.id], { departure: { capacity: capacities[0] ?? 0 } });
  const others = capacities
    .slice(1)
    .map((capacity, index) => make.departure(offer.level, { capacity, date: day(`2026-06-1${index + 1}`) }));
  const departures = [offer.departure, ...(await Promise.all(others))];
  const ids = new Map<string, number>();
  const orders = new Map<string, Order>();
  for (const [index] of departures.entries()) {
    const at = (departure: number): Offer => ({ ...offer, departure: departures[departure] ?? offer.departure });
    const pair = [index, (index + 1) % departures.length];
    const order = await make.order({ offer: at(pair[0] ?? 0), status: 'Cancelled', issuerId: seller.id });
    await make.book(order, at(pair[1] ?? 0), [], { quantity: 1 });
    ids.set(`pair ${index}`, order.id);
    const parts: Part[] = pair.map((departure) => ({ departure, quantity: 1, held: 0, expires: null }));
    orders.set(`pair ${index}`, { status: 'Cancelled', parts });
  }
  const start = minutesOf(server.services.clock());
  const world: World = { capacities, holdMinutes: server.settings.holdMinutes, now: start, orders };
  const path = `/v1/pos/roles/${seller.role.id}/service_levels/${offer.level.id}/orders`;

  async function send(step: Exclude<Step, { do: 'wait' | 'release' }>) {
    if (step.do === 'move') {
      const selected = { ids: step.keys.map((key) => ids.get(key)) };
      return api.put('/v1/orders', { body: { orders: selected, status: step.to } });
    }
    const passengers = Array.from({ length: step.persons }, (_, index) => ({ first_name: `Guest ${index}` }));
    const details = { availability_id: departures[step.departure]?.id };
    const answer = await api.post(path, { body: { passengers, details, pending_booking: step.pending } });
    if (answer.status === 200) ids.set(step.key, answer.data<{ id: number }>().id);
    return answer;
  }

  async function take(step: Step): Promise<Answer> {
    if (step.do === 'wait') {
      server.setNow(new Date(server.services.clock().getTime() + step.minutes * 60_000));
      return 'ok';
    }
    if (step.do === 'release') {
      await releaseExpiredHolds(server.db, server.services.clock());
      return 'ok';
    }
    const { status, text } = await send(step);
    if (status === 200) return 'ok';
    if (status === 409) return 'conflict';
    throw new Error(`${JSON.stringify(step)} → ${status}: ${text}`);
  }

  async function read(): Promise<World> {
    const rows = await server.db.order.findMany({
      where: { id: { in: [...ids.values()] } },
      include: { bookings: { orderBy: { id: 'asc' } } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const found = new Map<string, Order>();
    for (const [key, id] of ids) {
      const row = byId.get(id);
      const parts = (row?.bookings ?? []).map(
        ({ availabilityId, quantity, placesHeld, holdExpiresAt }): Part => ({
          departure: departures.findIndex((departure) => departure.id === availabilityId),
          quantity,
          held: placesHeld,
          expires: holdExpiresAt && minutesOf(holdExpiresAt),
        }),
      );
      found.set(key, { status: row?.status ?? 'Deleted', parts });
    }
    return { ...world, orders: found };
  }

  return {
    world,
    channel: {
      take,
      seen: async () => seen(await read()),
      unbalanced: async () => (await comparePlaces(server.db)).unbalanced,
    },
  };
}

const minutesOf = (moment: Date) => (moment.getTime() - NOW.getTime()) / 60_000;

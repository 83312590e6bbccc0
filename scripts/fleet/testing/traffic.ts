import { setTimeout as sleep } from 'node:timers/promises';
import { type Bookers, client, startBookers, type TestClient } from '@channel/api/testing';
import { startFamily } from '@channel/auth';
import type { PrismaClient } from '@channel/prisma';
import type { Offer } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { createWorld, type Receiver, startReceiver } from '@channel/webhooks/testing';

const BOOKERS = 4;
/** Clients that change orders, each its own ones. */
const UPDATERS = 4;
/** Newest orders that a list has to show: more than are booked while one is read. */
const NEWEST = 20;
/** Milliseconds before a refused update is repeated, and before new bookings are looked for. */
const PAUSE = 100;

/** What is sold, by whom, and who receives its events. */
export type Shop = { partner: TestClient; role: number; offer: Offer; receiver: Receiver };

/** Clients of a fleet: they book, change what they have booked, and repeat each until it is acknowledged. */
export type Traffic = Bookers & {
  /** The orders whose change was acknowledged. */
  updated: ReadonlySet<number>;
  /** How many answers to changes have each status. */
  updates: Readonly<Record<string, number>>;
  /** Lists with the newest order that was acknowledged before, and those without it. */
  lists: Readonly<{ current: number; stale: number }>;
};

/**
 * Creates what can be booked.
 *
 * @param db without limits of the programs
 * @param url the address of the API
 */
export async function openShop(db: PrismaClient, url: string): Promise<Shop> {
  const world = createWorld(db);
  const receiver = await startReceiver();
  await world.endpoint(receiver.url);
  const seller = await world.userWith(['products.book', 'orders.view-all']);
  const offer = await world.offer([seller.role.id], {
    level: { availabilityType: 'pass' },
    departure: { capacity: 1_000_000 },
  });
  const { accessToken } = await startFamily(db, seller.id, new Date(), loadSettings({}));
  // The answers of proxies are not in the document of the API.
  const partner = await client({ url, contract: () => [] }, { token: accessToken });
  return { partner, role: seller.role.id, offer, receiver };
}

/** Starts to book, and to change what was booked. */
export function startTraffic({ partner, role, offer }: Shop): Traffic {
  const bookers = startBookers({ partner, role, offer, count: BOOKERS });
  const updated = new Set<number>();
  /** Acknowledged orders that are not there. */
  const gone = new Set<number>();
  const updates: Record<string, number> = {};
  let isOver = false;
  const isLeft = (id: number) => !updated.has(id) && !gone.has(id);
  const updater = async (index: number): Promise<void> => {
    for (;;) {
      const left = [...bookers.booked.values()].filter((id) => id % UPDATERS === index && isLeft(id));
      if (isOver && left.length === 0) return;
      for (const id of left) {
        const status = await update(partner, id);
        updates[status] = (updates[status] ?? 0) + 1;
        if (status === 200) updated.add(id);
        else if (status === 404) gone.add(id);
        else break;
      }
      await sleep(PAUSE);
    }
  };
  const lists = { current: 0, stale: 0 };
  const reader = async (): Promise<void> => {
    while (!isOver) {
      const newest = Math.max(0, ...bookers.booked.values());
      const answer = await partner.get(`/v1/orders?per_page=${NEWEST}`);
      if (answer.status === 200 && newest > 0) {
        const isListed = answer.data<{ id: number }[]>().some(({ id }) => id === newest);
        lists[isListed ? 'current' : 'stale'] += 1;
      }
      await sleep(PAUSE);
    }
  };
  const working = Promise.all([reader(), ...Array.from({ length: UPDATERS }, (_, index) => updater(index))]);
  working.catch(() => {});
  return {
    ...bookers,
    updated,
    updates,
    lists,
    async stop() {
      await bookers.stop();
      isOver = true;
      await working;
    },
  };
}

/** The reference code that a change gives an order. */
const codeOf = (id: number) => `changed-${id}`;

const update = async (partner: TestClient, id: number): Promise<number> =>
  (await partner.patch(`/v1/orders/${id}`, { body: { reference_code: codeOf(id) } })).status;

/** The orders without the event of their acknowledged change, and those whose event did not arrive. */
export async function missingEvents(
  db: PrismaClient,
  { updated }: Traffic,
  { receiver }: Shop,
): Promise<{ unwritten: number[]; undelivered: number[] }> {
  // A change makes a version after the first one.
  const where = { sequence: { gt: 1 } };
  const events = await db.webhookEvent.findMany({ where, select: { id: true, orderId: true } });
  const arrived = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const written = new Set(events.map(({ orderId }) => orderId));
  return {
    unwritten: [...updated].filter((id) => !written.has(id)),
    undelivered: events.filter(({ id }) => !arrived.has(id)).map(({ orderId }) => orderId),
  };
}

import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { comparePlaces } from '@channel/graph';
import { createFactories, type Offer } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, client, type TestClient, type TestServer } from '../testing/index.ts';
import { type OwnPostgres, startOnOwnPostgres } from '../testing/own-postgres.ts';

/*
 * Postgres is killed repeatedly while bookings arrive. A client that repeats a booking with the same key gets one
 * order; no client gets a 500, and none waits for long.
 */

const KILLS = 6;
const BOOKERS = 8;
/** Milliseconds. An answer takes at most 3 s; the machine of a test may be busy. */
const LIMIT = 4_000;

let own: OwnPostgres;
let server: TestServer;
let partner: TestClient;
let role: number;
let offer: Offer;

beforeAll(async () => {
  own = await startOnOwnPostgres();
  ({ server } = own);
  const make = createFactories(server.db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  role = seller.role.id;
  partner = await client(server, seller.id);
  offer = await make.offer([role], { departure: { capacity: 100_000 } });
}, 60_000);
afterAll(() => own.close(), 60_000);

const book = (name: string) =>
  partner.post(`/v1/pos/roles/${role}/service_levels/${offer.level.id}/orders`, {
    headers: { 'idempotency-key': name },
    body: { passengers: [{ first_name: name }], details: { availability_id: offer.departure.id } },
  });

it('killing Postgres six times loses no booking, duplicates none and never causes a 500', async () => {
  const counts = new Map<number, number>();
  const unknown: string[] = [];
  let slowest = 0;
  let isOver = false;

  async function timed(send: () => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    const answer = await send();
    slowest = Math.max(slowest, performance.now() - begun);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    if (answer.text.includes('not known')) unknown.push(answer.text);
    return answer;
  }

  /** Acknowledged orders, by the name of their guest. */
  const booked = new Map<string, number>();
  const booker = async () => {
    while (!isOver) {
      const name = randomUUID();
      for (;;) {
        const answer = await timed(() => book(name));
        if (answer.status === 200) {
          booked.set(name, answer.data<{ id: number }>().id);
          break;
        }
        await sleep(100);
      }
    }
  };
  const reader = async () => {
    while (!isOver) {
      await timed(() => partner.get('/v1/orders?per_page=1'));
      await sleep(20);
    }
  };
  const running = Promise.all([reader(), ...Array.from({ length: BOOKERS }, booker)]);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(randomInt(1_000, 3_000));
    await own.kill();
    await sleep(randomInt(0, 2_000));
    await own.restart();
  }
  await sleep(1_000);
  isOver = true;
  await running;

  const statuses = Object.fromEntries([...counts].sort(([one], [other]) => one - other));
  console.log(
    `${booked.size} orders, answers by status ${JSON.stringify(statuses)}, ${unknown.length} unknown outcomes,`,
  );
  console.log(`slowest answer ${Math.round(slowest)} ms`);
  // 409: the first request with the key was still in progress.
  expect(Object.keys(statuses).filter((status) => !['200', '409', '503'].includes(status))).toEqual([]);
  expect(counts.get(503) ?? 0).toBeGreaterThan(0);
  expect(slowest).toBeLessThan(LIMIT);
  const orders = await server.db.order.findMany({ select: { id: true, passengers: { select: { firstName: true } } } });
  const found = orders.map(({ id, passengers }) => [passengers[0]?.firstName ?? '', id] as const);
  expect(found.length).toBe(booked.size);
  expect(new Map(found)).toEqual(booked);
  expect(await comparePlaces(server.db)).toMatchObject({ unbalanced: 0 });
}, 120_000);

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { comparePlaces } from '@channel/graph';
import { createFactories, type Offer } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBookers, statusesOf, wrongOrders } from '../testing/bookers.ts';
import { client, type TestClient, type TestServer } from '../testing/index.ts';
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

it('killing Postgres six times loses no booking, duplicates none and never causes a 500', async () => {
  const bookers = startBookers({ partner, role, offer, count: BOOKERS });
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(randomInt(1_000, 3_000));
    await own.kill();
    await sleep(randomInt(0, 2_000));
    await own.restart();
  }
  await sleep(1_000);
  await bookers.stop();

  const { booked, answers, slowest } = bookers;
  const all = [...answers.booking, ...answers.reading];
  const statuses = statusesOf(all);
  const unknown = all.filter(({ text }) => text.includes('not known')).length;
  console.log(`${booked.size} orders, answers by status ${JSON.stringify(statuses)}, ${unknown} unknown outcomes,`);
  console.log(`slowest answer ${Math.round(slowest())} ms`);
  // 409: the first request with the key was still in progress.
  expect(Object.keys(statuses).filter((status) => !['200', '409', '503'].includes(status))).toEqual([]);
  expect(statuses[503] ?? 0).toBeGreaterThan(0);
  expect(slowest()).toBeLessThan(LIMIT);
  expect(await wrongOrders(server.db, booked)).toEqual({ lost: [], unacknowledged: [] });
  expect(await comparePlaces(server.db)).toMatchObject({ unbalanced: 0 });
}, 120_000);

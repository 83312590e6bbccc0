import { book, repeatedOf, statusesOf, wrongOrders } from '@channel/api/testing';
import { createPrisma, type PrismaClient } from '@channel/prisma';
import { SETTINGS } from '@channel/webhooks/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '../stack/program.ts';
import { type Fleet, type Node, startFleet } from './fleet.ts';
import { fleetEnvironment, fleetPrograms, migrateFleet } from './fleet-programs.ts';
import { cutOff } from './testing/cut-off.ts';
import { promotionOf } from './testing/promotion.ts';
import { missingEvents, openShop, type Shop, startTraffic, type Traffic } from './testing/traffic.ts';

/*
 * The leader of Postgres is killed, and changed, while clients of two API processes book and change orders, and read their
 * lists on the standby.
 */

const KILLS = Number(process.env.FLEET_KILLS ?? 20);
const SWITCH_OVERS = 5;
/** Milliseconds from the promotion until a booking is acknowledged again. */
const RECOVERY = 3_000;
/** Acknowledged bookings that asynchronous replication has to lose, with a standby that was cut off for so long. */
const [LOST, CUT_OFF] = [10, 3_000];
/** Acknowledged bookings that are repeated afterwards, beside those whose outcome was unknown. */
const REPEATED = 100;
const [START, TIMEOUT] = [600_000, 3_600_000];

let fleet: Fleet;
let programs: Program[] = [];
let db: PrismaClient;
let shop: Shop;
let traffic: Traffic;

beforeAll(async () => {
  fleet = await startFleet();
  await migrateFleet(fleet);
  const webhooks = { WEBHOOK_HTTPS_ONLY: '0', WEBHOOK_ALLOWED_RANGES: '127.0.0.1', LOG_LEVEL: 'fatal' };
  const replicas = { DATABASE_REPLICA_URLS: fleet.addresses.nodes };
  const env = { ...fleetEnvironment(fleet), ...webhooks, ...replicas, SECRET_KEY: SETTINGS.secretKey ?? '' };
  programs = fleetPrograms(fleet, env, ['api', 'worker']);
  await Promise.all(programs.map((each) => each.start()));
  db = createPrisma({ connectionString: fleet.addresses.superuser, statementTimeout: 60_000 });
  shop = await openShop(db, api());
  traffic = startTraffic(shop);
}, START);
afterAll(async () => {
  await shop?.receiver.close();
  await Promise.all(programs.map((each) => each.stop()));
  await db?.$disconnect();
  await fleet?.stop();
}, START);

/** The API behind HAProxy. */
const api = () => `http://${fleet.address(10)}:4000`;

/** Waits until so many more bookings were acknowledged. @returns the milliseconds that it took */
async function booked(count: number): Promise<number> {
  const [begun, before] = [performance.now(), traffic.booked.size];
  await expect
    .poll(() => traffic.booked.size - before, { timeout: 60_000, interval: 10 })
    .toBeGreaterThanOrEqual(count);
  return performance.now() - begun;
}

/** How often the standby has read orders since it is one. */
async function listsOnStandby(): Promise<number> {
  const standby = createPrisma({ connectionString: fleet.addresses.replica, poolSize: 1 });
  try {
    const [row] = await standby.$queryRaw<{ reads: number }[]>`
      SELECT (seq_scan + idx_scan)::float AS reads FROM pg_stat_user_tables WHERE relname = 'orders'`;
    return row?.reads ?? 0;
  } finally {
    await standby.$disconnect();
  }
}

const seconds = (times: number[]) => [...times].sort((one, other) => one - other).map((ms) => (ms / 1_000).toFixed(1));

/** Kills the leader. @returns the milliseconds until another was promoted, and from then until the first booking */
async function failOver(standby: Node): Promise<{ promotion: number; success: number }> {
  const leader = await fleet.leader();
  const promotion = await promotionOf(fleet, standby);
  const killed = performance.now();
  await fleet.kill(leader);
  await promotion.happened();
  const promoted = performance.now();
  const success = await booked(1);
  fleet.start(leader);
  return { promotion: promoted - killed, success };
}

/** Compares what clients know with the database and with what the receiver got. */
async function compare() {
  const due = () =>
    db.webhookEvent.count({ where: { OR: [{ matchedAt: null }, { deliveries: { some: { status: 'pending' } } }] } });
  await expect.poll(due, { timeout: 120_000, interval: 500 }).toBe(0);
  return { ...(await wrongOrders(db, traffic.booked)), ...(await missingEvents(db, traffic, shop)) };
}

const NOTHING = { lost: [], unacknowledged: [], unwritten: [], undelivered: [] };

it(`${KILLS} kills of the leader lose and double nothing`, { timeout: TIMEOUT }, async () => {
  const times: { promotion: number; success: number }[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const standby = await fleet.synchronousStandby();
    await booked(20);
    times.push(await failOver(standby));
    const { promotion, success } = times.at(-1) ?? { promotion: 0, success: 0 };
    console.log(`kill ${kill + 1}: promotion ${seconds([promotion])} s, first booking ${seconds([success])} s later`);
  }
  await fleet.synchronousStandby();
  console.log(`first booking after promotion: ${seconds(times.map(({ success }) => success)).join(' ')} s`);
  expect(Math.max(...times.map(({ success }) => success))).toBeLessThanOrEqual(RECOVERY);
});

it(`${SWITCH_OVERS} planned switch-overs lose and double nothing`, { timeout: TIMEOUT }, async () => {
  const pauses: number[] = [];
  for (let change = 0; change < SWITCH_OVERS; change += 1) {
    const standby = await fleet.synchronousStandby();
    await booked(20);
    const promotion = await promotionOf(fleet, standby);
    const begun = performance.now();
    await fleet.switchOver(await fleet.leader(), standby);
    await promotion.happened();
    await booked(1);
    pauses.push(performance.now() - begun);
  }
  await fleet.synchronousStandby();
  console.log(`switch-over until the first booking: ${seconds(pauses).join(' ')} s`);
});

it(
  'clients got no other answer than success and a refusal to repeat, and everything is there',
  async () => {
    expect(await listsOnStandby()).toBeGreaterThan(0);
    await traffic.stop();
    const { booked: acknowledged, answers, updates, updated, lists } = traffic;
    const statuses = { booking: statusesOf(answers.booking), reading: statusesOf(answers.reading), updates };
    console.log(`${acknowledged.size} bookings, ${updated.size} changes; answers ${JSON.stringify(statuses)}`);
    const others = Object.values(statuses).flatMap((counts) =>
      Object.keys(counts).filter((each) => !/^(200|503)$/.test(each)),
    );
    expect(others).toEqual([]);
    console.log(`${lists.current} lists with the newest order, ${lists.stale} without it`);
    expect(lists).toEqual({ current: expect.any(Number), stale: 0 });
    expect(await compare()).toEqual(NOTHING);
    expect(updated.size).toBe(acknowledged.size);
  },
  TIMEOUT,
);

it('a booking that is repeated with its key is the one that was made', { timeout: TIMEOUT }, async () => {
  const { booked: acknowledged, unknown, answers } = traffic;
  const made = repeatedOf(answers.booking);
  console.log(`outcome unknown: ${unknown.size} bookings, all repeated; ${made} repeats found that theirs was made`);
  const names = [...unknown, ...[...acknowledged.keys()].slice(0, REPEATED)];
  for (const name of names) {
    const answer = await book(shop, name);
    expect([answer.data<{ id: number }>().id, repeatedOf([answer])]).toEqual([acknowledged.get(name), 1]);
  }
  expect(await compare()).toEqual(NOTHING);
  // The comparison finds a double, which another key makes.
  const [name = ''] = names;
  expect((await book(shop, name, `${name}-again`)).status).toBe(200);
  expect(await compare()).toEqual({ ...NOTHING, unacknowledged: [name] });
});

it(
  '/readyz refuses on a server that takes no writes',
  async () => {
    const replica = { ...fleetEnvironment(fleet), DATABASE_URL: fleet.addresses.replica, DATABASE_DIRECT_URL: '' };
    const [onReplica] = fleetPrograms(fleet, { ...replica, SECRET_KEY: SETTINGS.secretKey ?? '' }, ['api'], [13]);
    try {
      await onReplica?.start();
      const answer = await fetch(`http://${fleet.address(13)}:4000/readyz`);
      expect([answer.status, await answer.json()]).toEqual([503, { status: 'read-only database' }]);
      expect((await fetch(`http://${fleet.address(11)}:4000/readyz`)).status).toBe(200);
    } finally {
      await onReplica?.stop();
    }
  },
  TIMEOUT,
);

it('asynchronous replication loses bookings, which the same comparison finds', { timeout: TIMEOUT }, async () => {
  await fleet.configure({ synchronous_mode: false, maximum_lag_on_failover: 1_000_000_000 });
  const leader = await fleet.leader();
  const standby: Node = leader === 'postgres-1' ? 'postgres-2' : 'postgres-1';
  traffic = startTraffic(shop);
  await booked(20);
  await cutOff(fleet, leader, CUT_OFF);
  await failOver(standby);
  await traffic.stop();
  const { lost } = await wrongOrders(db, traffic.booked);
  const { unwritten } = await missingEvents(db, traffic, shop);
  console.log(`asynchronous: ${lost.length} of ${traffic.booked.size} bookings and ${unwritten.length} events lost`);
  expect(lost.length).toBeGreaterThanOrEqual(LOST);
  expect(unwritten.length).toBeGreaterThan(0);
});

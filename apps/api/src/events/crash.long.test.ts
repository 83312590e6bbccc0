import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { createWorld, type Receiver, startReceiver, verified, type World } from '@channel/webhooks/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chance, crashable, freePort } from './testing/crashable.ts';
import { end, environmentOn, startProcess } from './testing/programs.ts';

/*
 * No event is lost: API, worker and database connections are killed while orders change. The seed, which is printed,
 * sets the moments of the kills, though no two runs kill a process at exactly the same instruction.
 */

const ORDERS = 60;
const WRITERS = 8;
/** Milliseconds. */
const SLOWEST_ANSWER = 150;
const TIMEOUT = 120_000;

let database: TestDatabase;
let world: World;
let receiver: Receiver;
let secret: string;
let ids: number[];
/** Clean-ups that run after a test, whether it passes or fails. */
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
  // Slow enough that a worker is killed with some requests in progress.
  receiver = await startReceiver(async (response) => {
    await sleep(Math.random() * SLOWEST_ANSWER);
    response.end();
  });
  secret = (await world.endpoint(receiver.url, { concurrency: 8 })).secretText;
  ids = (await world.orders(ORDERS)).map(({ id }) => id);
});
afterEach(async () => {
  await Promise.allSettled(ends.splice(0).map((endIt) => endIt()));
  await receiver.close();
  await database.drop();
});

/** The environment of the programs, and the address and access token of the API. */
async function installation() {
  const port = await freePort();
  const env = environmentOn(database.application, { API_PORT: String(port) });
  const staff = await world.userWith(['orders.view-all']);
  const { accessToken } = await startFamily(database.db, staff.id, new Date(), loadSettings(env));
  return { env, url: `http://127.0.0.1:${port}`, accessToken };
}

type Installation = Awaited<ReturnType<typeof installation>>;

/**
 * Changes the orders in sequence, with a new reference code each time, and repeats each change until the API confirms
 * it: a request that was cut off may or may not have been committed.
 *
 * @param onUpdate called before each update
 * @returns the codes that the API acknowledged
 */
async function update(
  { url, accessToken }: Installation,
  updates: number,
  onUpdate: (number: number) => void = () => {},
): Promise<string[]> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const acknowledged: string[] = [];
  const send = async (id: number | undefined, code: string): Promise<number> => {
    const body = JSON.stringify({ reference_code: code });
    const request = fetch(`${url}/v1/orders/${id}`, { method: 'PATCH', headers, body });
    return request.then(
      ({ status }) => status,
      () => 0,
    );
  };
  let next = 0;
  const writer = async () => {
    for (let number = next++; number < updates; number = next++) {
      onUpdate(number);
      const limit = performance.now() + TIMEOUT;
      for (let status = 0; status !== 200; ) {
        status = await send(ids[number % ORDERS], `u${number}`);
        // 0: the API was killed. 503: its connection to the database was cut.
        const isFine = [0, 200, 503].includes(status) && performance.now() < limit;
        if (!isFine) throw new Error(`The API answered ${status} instead of 200 or 503.`);
        if (status !== 200) await sleep(50);
      }
      acknowledged.push(`u${number}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return acknowledged;
}

const unfinished = async () =>
  (await database.db.webhookEvent.count({ where: { matchedAt: null } })) +
  (await database.db.webhookDelivery.count({ where: { status: 'pending' } }));

/** Waits until the worker has no job left. */
async function settle(): Promise<void> {
  const limit = performance.now() + TIMEOUT;
  while ((await unfinished()) > 0 && performance.now() < limit) await sleep(200);
  expect(await unfinished()).toBe(0);
}

/** Cuts all connections of the database except its own. @returns their number */
async function cutConnections(): Promise<number> {
  const rows = await database.db.$queryRaw<unknown[]>`
    SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  return rows.length;
}

/** @throws unless every change has one event, every event its change, and each event arrived under its own id */
async function nothingIsLost(acknowledged: string[]): Promise<string> {
  const { db } = database;
  const events = await db.webhookEvent.findMany({ orderBy: [{ orderId: 'asc' }, { sequence: 'asc' }] });
  const { received } = receiver;
  const codeOf = (payload: string | null) => JSON.parse(payload ?? '').data.reference_code;

  // Exactly one event for each version of each order, and one for each line of the audit log.
  const orders = await db.order.findMany({ where: { id: { in: ids } } });
  for (const { id, version, referenceCode } of orders) {
    const own = events.filter(({ orderId }) => orderId === id);
    expect(own.map(({ sequence }) => sequence)).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 2));
    expect(codeOf(own.at(-1)?.payload ?? null)).toBe(referenceCode);
  }
  const changes = await db.auditEntry.findMany({ where: { action: 'order.update' } });
  const pair = (orderId: number | null, requestId: string | null) => `${orderId} ${requestId}`;
  expect(events.map(({ orderId, requestId }) => pair(orderId, requestId)).sort()).toEqual(
    changes.map(({ entityId, requestId }) => pair(entityId, requestId)).sort(),
  );
  const codes = new Set(events.map(({ payload }) => codeOf(payload)));
  expect(acknowledged.filter((code) => !codes.has(code))).toEqual([]);
  expect(codes.size).toBe(acknowledged.length);

  // Each event reached the receiver unchanged, under its own id, and no other request arrived.
  const bodies = new Map(events.map(({ id, payload }) => [id, payload]));
  for (const request of received) {
    expect(verified(secret, request).id).toBe(request.headers['webhook-id']);
    expect(request.body).toBe(bodies.get(String(request.headers['webhook-id'])));
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(bodies.keys()));

  // By first arrival, the events of an order come in sequence, whichever of them are repeated later.
  const sequences = new Map(events.map(({ id, sequence }) => [id, sequence]));
  for (const id of ids) {
    const own = received.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === id);
    const firsts = [...new Set(own.map(({ id: event }) => sequences.get(event) ?? 0))];
    expect(firsts).toEqual([...firsts].sort((one, other) => one - other));
  }
  expect(received.length).toBeLessThan(events.length * 1.2);
  return `${acknowledged.length} updates acknowledged, ${events.length} events, ${received.length} requests`;
}

describe('every committed change has one event, and every event reaches the receiver under one id', () => {
  it('when API and worker are killed at random, and all connections once', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = chance(seed);
    const place = await installation();
    const api = crashable('main.ts', place.env, random);
    const worker = crashable('worker.ts', place.env, random);
    const cuts: Promise<number>[] = [];
    ends.push(
      async () => end(await api.spare()),
      async () => end(await worker.spare()),
    );
    const acknowledged = await update(place, 1_000, (number) => {
      if (number === 500) cuts.push(cutConnections());
    });
    await api.spare();
    await worker.spare();
    await settle();
    const [cut = 0] = await Promise.all(cuts);
    const report = await nothingIsLost(acknowledged);
    console.log(
      `seed ${seed}: API killed ${api.deaths()} times, worker ${worker.deaths()} times, ${cut} connections cut; ${report}`,
    );
    // On an idle machine each is killed about twenty times.
    expect(Math.min(api.deaths(), worker.deaths())).toBeGreaterThan(0);
    expect(api.deaths() + worker.deaths()).toBeGreaterThan(3);
    expect(cut).toBeGreaterThan(0);
  });

  it('when API and worker keep running, and all their connections are cut repeatedly', async () => {
    const place = await installation();
    const programs = [await startProcess('main.ts', place.env), await startProcess('worker.ts', place.env)];
    ends.push(...programs.map((program) => () => end(program)));
    const cuts: Promise<number>[] = [];
    const acknowledged = await update(place, 1_000, (number) => {
      if (number % 200 === 100) cuts.push(cutConnections());
    });
    await settle();
    expect(programs.map(({ exitCode }) => exitCode)).toEqual([null, null]);
    const cut = await Promise.all(cuts);
    console.log(`${cut.join(', ')} connections cut; ${await nothingIsLost(acknowledged)}`);
    expect(Math.min(...cut)).toBeGreaterThan(5);
  });
});

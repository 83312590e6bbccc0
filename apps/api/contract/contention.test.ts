import { setTimeout as sleep } from 'node:timers/promises';
import { inTurn } from '@channel/graph';
import { waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  bearerOf,
  client,
  DEMO_TIMEOUT,
  postGraphql,
  startServer,
  type TestClient,
  type TestServer,
} from '../src/testing/index.ts';

/*
 * Many concurrent changes of one order. All of them succeed, one after another, without delaying other requests.
 */

let server: TestServer;
let staff: TestClient;
let outsider: TestClient;
let ids: number[];

const MANY = 40;
const LIMIT = 10_000;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  staff = await client(server, 'staff');
  outsider = await client(server, 'outsider');
  const orders = await server.db.order.findMany({
    where: { organizationId: 1, status: 'Booked' },
    orderBy: { id: 'asc' },
    take: 18,
  });
  ids = orders.map(({ id }) => id);
}, DEMO_TIMEOUT);
afterAll(() => server.close());

let order: number;
/** Each test uses its own order. */
const nextOrder = () => {
  order = ids.shift() ?? 0;
  return order;
};
const versionOf = async (id: number) => (await server.db.order.findUniqueOrThrow({ where: { id } })).version;
const patch = (reference: number | string, code: string, headers: Record<string, string> = {}) =>
  staff.patch(`/v1/orders/${reference}`, { body: { reference_code: code }, headers });

/** Sends this many concurrently. @returns the number of answers by status, within the limit */
async function statuses(send: (index: number) => Promise<Answer>, many = MANY): Promise<Record<number, number>> {
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: many }, (_, index) => send(index)));
  expect(performance.now() - begun).toBeLessThan(LIMIT);
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** An order that only another organization sees. */
async function orderOfOthers(): Promise<number> {
  const { id } = await server.db.order.findFirstOrThrow({
    where: { organizationId: { not: 1 }, status: 'Booked', NOT: { viewers: { hasSome: ['r1'] } } },
    orderBy: { id: 'asc' },
  });
  return id;
}

/** Runs `meanwhile` while another transaction, as of another process, has locked orders. */
const whileLocked = (locked: number[], meanwhile: () => Promise<void>): Promise<void> =>
  server.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT id FROM orders WHERE id = ANY (${locked}) FOR NO KEY UPDATE`;
      await meanwhile();
    },
    { timeout: 9_000 },
  );

const lockWaits = () => waitingForLocks(server.db);

/** Runs `meanwhile` while another change of an order runs; changes queued behind it run afterwards. */
async function whileChanged(id: number, meanwhile: () => Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const change = inTurn(server.services.db, [id], () => over.promise);
  try {
    await meanwhile();
  } finally {
    over.resolve();
    await change;
  }
}

describe('40 concurrent changes', () => {
  it('change one order, by its id or by a tag, with a key or without', async () => {
    const id = nextOrder();
    await staff.post('/v1/tags/any/orders', { body: { ids: [id], tags: [{ key: 'contended', value: 'by-tag' }] } });
    const version = await versionOf(id);
    const send = (index: number) =>
      patch(
        index % 2 ? id : 'contended:by-tag',
        `many-${index}`,
        index % 4 < 2 ? {} : { 'idempotency-key': `many-${index}` },
      );
    expect(await statuses(send)).toEqual({ 200: MANY });
    expect(await versionOf(id)).toBe(version + MANY);
  });

  it('change an order with If-Match: one succeeds, the others are 412', async () => {
    const id = nextOrder();
    const { headers } = await staff.get(`/v1/orders/${id}`);
    const version = await versionOf(id);
    expect(await statuses((index) => patch(id, `match-${index}`, { 'if-match': String(headers.etag) }))).toEqual({
      200: 1,
      412: MANY - 1,
    });
    expect(await versionOf(id)).toBe(version + 1);
  });

  it('repeat one change with one key: it is made once', async () => {
    const id = nextOrder();
    const version = await versionOf(id);
    expect(await statuses(() => patch(id, 'once', { 'idempotency-key': 'the-same' }))).toEqual({ 200: MANY });
    expect(await versionOf(id)).toBe(version + 1);
  });

  it('tag one order', async () => {
    const id = nextOrder();
    const tag = (index: number) =>
      staff.post('/v1/tags/any/orders', { body: { ids: [id], tags: [{ key: `k${index}`, value: 'x' }] } });
    const counts = await statuses(tag);
    expect(Object.values(counts)).toEqual([MANY]);
    expect(await server.db.tag.count({ where: { orderId: id, value: { equals: 'x' } } })).toBe(MANY);
  });

  it('change several orders, listed in different sequences', async () => {
    const several = [nextOrder(), nextOrder(), nextOrder()];
    const send = (index: number) => {
      const named = index % 2 ? several : several.toReversed();
      return staff.put('/v1/orders', {
        body: { orders: { ids: named.slice(0, 2 + (index % 2)) }, reference_code: `batch-${index}` },
      });
    };
    expect(await statuses(send)).toEqual({ 200: MANY });
  });
});

describe('10 concurrent batches of the same 100 orders', () => {
  it('change all of them, and let single changes of these orders run in between', { timeout: 60_000 }, async () => {
    const rows = await server.db.order.findMany({ where: { organizationId: 1 }, orderBy: { id: 'desc' }, take: 100 });
    const many = rows.map((row) => row.id);
    const id = many[0] ?? 0;
    const version = await versionOf(id);
    let done = 0;
    const batches = Array.from({ length: 10 }, async (_, index) => {
      const body = { ids: many, tags: [{ key: `batch-${index}`, value: 'x' }] };
      const { status } = await staff.post('/v1/tags/any/orders', { body });
      done += 1;
      return status;
    });
    // All of them wait now, except the first.
    await expect.poll(() => done).toBe(1);
    expect(await statuses((index) => patch(id, `beside-${index}`))).toEqual({ 200: MANY });
    expect(done).toBeLessThan(5);
    expect(await Promise.all(batches)).toEqual(Array(10).fill(200));
    expect(await versionOf(id)).toBe(version + MANY + 10);
  });
});

describe('changes that wait for an order', () => {
  it('do not block orders that their sender does not see', async () => {
    const [own, foreign] = [nextOrder(), await orderOfOthers()];
    const batch = (id: number, key: string) =>
      staff.put('/v1/orders', {
        body: { orders: { ids: [id] }, reference_code: key },
        headers: { 'idempotency-key': 'duplicates' },
      });
    await whileLocked([own], async () => {
      // The second request waits for the first one, which has the same key.
      const sent = [batch(own, 'first'), sleep(100).then(() => batch(foreign, 'second'))];
      await expect.poll(lockWaits, { interval: 10 }).toBe(2);
      const begun = await versionOf(foreign);
      const changed = await Promise.race([
        outsider.patch(`/v1/orders/${foreign}`, { body: { reference_code: 'mine' } }),
        Promise.all(sent),
      ]);
      expect(changed).toMatchObject({ status: 200 });
      expect(await versionOf(foreign)).toBe(begun + 1);
      void Promise.allSettled(sent);
    });
  });

  it('are only those of a sender who sees it', async () => {
    const foreign = await orderOfOthers();
    await whileChanged(foreign, async () => {
      const change = staff.patch(`/v1/orders/${foreign}`, { body: { reference_code: 'foreign' } });
      expect(await Promise.race([change, sleep(5_000, 'waits')])).toMatchObject({ status: 404 });
    });
    const own = outsider.patch(`/v1/orders/${foreign}`, { body: { reference_code: 'own' } });
    expect(await own).toMatchObject({ status: 200 });
  });

  it('in a batch do not block such orders, while the batch waits for an order that its sender sees', async () => {
    const [own, foreign] = [nextOrder(), await orderOfOthers()];
    await whileLocked([own], async () => {
      const batch = staff.put('/v1/orders', { body: { orders: { ids: [own, foreign] }, reference_code: 'both' } });
      await expect.poll(lockWaits, { interval: 10 }).toBe(1);
      const change = outsider.patch(`/v1/orders/${foreign}`, { body: { reference_code: 'alone' } });
      expect(await Promise.race([change, batch])).toMatchObject({ status: 200 });
      // The wait for the lock times out.
      expect(await batch).toMatchObject({ status: 503 });
    });
  });

  it.each(['PER_ITEM', 'ATOMIC'])(
    'in a batch of mode %s that goes on without such orders do not block them',
    async (mode) => {
      const [own, foreign] = [nextOrder(), await orderOfOthers()];
      const headers = { authorization: await bearerOf(server, 'admin') };
      const query = `mutation { changeOrders(mode: ${mode}, items: [
      { orderId: ${own}, input: { status: Cancelled } }, { orderId: ${foreign}, input: { referenceCode: "theirs" } }
    ]) { results { userErrors { code } } } }`;
      const send = () => postGraphql(server, { query }, { headers });
      const batch = await server.db.$transaction(
        async (tx) => {
          await tx.$executeRaw`
          SELECT id FROM availability WHERE id IN (SELECT availability_id FROM booking WHERE order_id = ${own}) FOR UPDATE`;
          const sent = send();
          await expect.poll(lockWaits, { interval: 10 }).toBe(1);
          const change = outsider.patch(`/v1/orders/${foreign}`, { body: { reference_code: 'alone' } });
          expect(await Promise.race([change, sent])).toMatchObject({
            status: 200,
            text: expect.stringContaining('alone'),
          });
          return { sent };
        },
        { timeout: 9_000 },
      );
      expect((await batch.sent).text).toContain('NOT_FOUND');
    },
  );

  it('leave connections and slots to other requests of the same caller', async () => {
    const [changed, other] = [nextOrder(), ids[0] ?? 0];
    let waiting: Promise<Record<number, number>> | undefined;
    await whileChanged(changed, async () => {
      waiting = statuses((index) =>
        patch(changed, `wait-${index}`, index % 2 ? {} : { 'idempotency-key': `w-${index}` }),
      );
      // The pool of v1 has 5 connections, and one caller 3 slots.
      for (let index = 0; index < 5; index++)
        expect(await patch(other, `free-${index}`)).toMatchObject({ status: 200 });
      expect(await staff.get(`/v1/orders/${changed}`)).toMatchObject({ status: 200 });
    });
    expect(await waiting).toEqual({ 200: MANY });
  });

  it('in GraphQL wait behind those of v1, and release their slots too', async () => {
    const [changed, other] = [nextOrder(), ids[0] ?? 0];
    const headers = { authorization: await bearerOf(server, 'admin') };
    const change = (id: number, code: string) =>
      postGraphql(
        server,
        {
          query: `mutation { updateOrder(reference: "${id}", input: { referenceCode: "${code}" }) { order { referenceCode } } }`,
        },
        { headers },
      );
    const sent: Promise<unknown>[] = [];
    await whileChanged(changed, async () => {
      // One caller has one GraphQL slot.
      for (let index = 0; index < 5; index++) sent.push(change(changed, `graphql-${index}`));
      sent.push(patch(changed, 'v1'));
      expect(await change(other, 'other')).toMatchObject({ status: 200 });
      expect(await Promise.race([...sent, sleep(100, 'waits')])).toBe('waits');
    });
    expect(await Promise.all(sent)).toMatchObject(sent.map(() => ({ status: 200 })));
  });

  it('block others if they keep their slots, as changes that wait for a lock do', async () => {
    const [locked, other] = [[nextOrder(), nextOrder(), nextOrder()], ids[0] ?? 0];
    let sent: Promise<Answer>[] = [];
    await whileLocked(locked, async () => {
      sent = locked.map((id) => patch(id, 'locked'));
      await expect.poll(lockWaits, { interval: 10 }).toBe(locked.length);
      const change = patch(other, 'kept');
      // The first that gives up, because its wait for the lock times out, releases its slot.
      const released = Promise.race(sent).then(() => 'released');
      expect(await Promise.race([change, released])).toBe('released');
      expect(await change).toMatchObject({ status: 200 });
    });
    await Promise.all(sent);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/*
 * Many want to change the same order at once. All of them can, one after the other, and others are not held up.
 */

let server: TestServer;
let staff: TestClient;
let ids: number[];

const MANY = 40;
const LIMIT = 10_000;

beforeAll(async () => {
  // The limit of requests in progress would keep most of them waiting before they come to the order.
  server = await startServer({ world: 'demo', env: { LIMIT_IN_PROGRESS: '0' } });
  staff = await client(server, 'staff');
  const orders = await server.db.order.findMany({
    where: { organizationId: 1, status: 'Booked' },
    orderBy: { id: 'asc' },
    take: 9,
  });
  ids = orders.map(({ id }) => id);
}, DEMO_TIMEOUT);
afterAll(() => server.close());

let order: number;
/** Each test has an order of its own. */
const nextOrder = () => {
  order = ids.shift() ?? 0;
  return order;
};
const versionOf = async (id: number) => (await server.db.order.findUniqueOrThrow({ where: { id } })).version;
const patch = (reference: number | string, code: string, headers: Record<string, string> = {}) =>
  staff.patch(`/v1/orders/${reference}`, { body: { reference_code: code }, headers });

/** Sends so many at once. @returns how often each status was answered, within the limit */
async function statuses(send: (index: number) => Promise<Answer>, many = MANY): Promise<Record<number, number>> {
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: many }, (_, index) => send(index)));
  expect(performance.now() - begun).toBeLessThan(LIMIT);
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Runs `meanwhile` while somebody else, such as another process, has locked an order. */
async function whileLocked<T>(id: number, meanwhile: () => Promise<T>): Promise<T> {
  return server.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT id FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
    return meanwhile();
  });
}

describe('40 at once', () => {
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

  it('change an order that one of them has read: the others are told that it was changed', async () => {
    const id = nextOrder();
    const { headers } = await staff.get(`/v1/orders/${id}`);
    const version = await versionOf(id);
    expect(await statuses((index) => patch(id, `match-${index}`, { 'if-match': String(headers.etag) }))).toEqual({
      200: 1,
      412: MANY - 1,
    });
    expect(await versionOf(id)).toBe(version + 1);
  });

  it('repeat one change with one key: it is done once', async () => {
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

  it('change several orders, named in whatever order', async () => {
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

it('changes that wait for an order leave the connections to others', async () => {
  const [locked, other] = [nextOrder(), ids[0] ?? 0];
  const waiting = await whileLocked(locked, async () => {
    const all = statuses((index) =>
      patch(locked, `wait-${index}`, index % 2 ? {} : { 'idempotency-key': `w-${index}` }),
    );
    // The pool of the server has 5 connections.
    for (let index = 0; index < 5; index++) expect((await patch(other, `free-${index}`)).status).toBe(200);
    expect((await staff.get(`/v1/orders/${locked}`)).status).toBe(200);
    return { all };
  });
  expect(await waiting.all).toEqual({ 200: MANY });
});

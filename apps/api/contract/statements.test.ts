import { inTurn } from '@channel/graph';
import { createFactories, type Factories, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';

/*
 * The number of statements of a write, from the token check to the answer, with its audit rows and events: it must not
 * grow with the amount of data. BEGIN, COMMIT and ROLLBACK are not included.
 */

let statements: string[] = [];
let server: TestServer;
let make: Factories;
let api: TestClient;
let staff: Awaited<ReturnType<Factories['userWith']>>;

beforeAll(async () => {
  server = await startServer({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(server.db);
  staff = await make.userWith(['orders.view-all', 'products.book', 'transfers.drive', 'tours.guide', 'orders.contact']);
  api = await client(server, staff.id);
});
afterAll(() => server.close());

const BRACKETS = /^(-- Implicit ")?(BEGIN|COMMIT|ROLLBACK)\b/;

/** The statements of a request that must succeed. */
async function counted(request: () => Promise<{ status: number; text: string }>): Promise<number> {
  statements = [];
  const { status, text } = await request();
  if (status >= 300) throw new Error(text);
  const sent = statements.filter((sql) => !BRACKETS.test(sql));
  return sent.length;
}

const orders = async (count: number) => {
  const offer = await make.offer([staff.role.id], { departure: { capacity: 500 } });
  const made: Awaited<ReturnType<Factories['order']>>[] = [];
  while (made.length < count) made.push(await make.order({ offer, organizationId: staff.role.organizationId }));
  return made;
};
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const SIZES = [1, 10, 100];

const everything = (name: string) => ({
  status: 'Cancelled',
  reference_code: name,
  leader: { first_name: name },
  contact_person: { id: staff.id },
  tour_guide: { id: staff.id },
  pickup: { date: '2026-06-10', time: '08:30', driver: { id: staff.id } },
  dropoff: { time: '18:30', driver: { id: staff.id } },
});

describe('a batch of orders', () => {
  it.each<[what: string, most: number, change: (name: string) => { status?: string; reference_code?: string }]>([
    ['its reference code', 4, (name) => ({ reference_code: name })],
    ['its status', 5, () => ({ status: 'Cancelled' })],
    ['everything', 6, everything],
    ['its status back again', 6, () => ({ status: 'Booked' })],
    [
      'where it starts',
      6,
      () => ({ status: 'Cancelled', pickup: { location: { point: { latitude: 52.1, longitude: 4.9 } } } }),
    ],
  ])('changes %s with %i statements for any number of orders', async (_what, most, change) => {
    const counts: number[] = [];
    for (const size of SIZES) {
      const ids = idsOf(await orders(size));
      if (change('').status === 'Booked')
        await api.put('/v1/orders', { body: { status: 'Cancelled', orders: { ids } } });
      counts.push(await counted(() => api.put('/v1/orders', { body: { ...change(`x${size}`), orders: { ids } } })));
      const events = await server.db.webhookEvent.count({ where: { orderId: { in: ids } } });
      const lines = await server.db.auditEntry.count({ where: { entity: 'order', entityId: { in: ids } } });
      expect([events, lines]).toEqual(change('').status === 'Booked' ? [2 * size, 2 * size] : [size, size]);
    }
    expect(counts).toEqual(SIZES.map(() => most));
  });

  it('takes one more where it waits for another change: it finds the orders that the sender sees', async () => {
    const ids = idsOf(await orders(100));
    const over = Promise.withResolvers<void>();
    const other = inTurn(server.services.db, ids.slice(0, 1), () => over.promise);
    const sent = counted(() => api.put('/v1/orders', { body: { reference_code: 'queued', orders: { ids } } }));
    await expect.poll(() => statements.some((sql) => sql.includes('"orders"'))).toBe(true);
    over.resolve();
    await other;
    expect(await sent).toBe(5);
  });

  it('takes two more where another process changes one of them: what was not locked is locked again', async () => {
    const ids = idsOf(await orders(100));
    const sent = await server.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM orders WHERE id = ${ids[50]} FOR NO KEY UPDATE`;
      const batch = counted(() => api.put('/v1/orders', { body: { reference_code: 'locked', orders: { ids } } }));
      await expect.poll(() => waitingForLocks(server.db)).toBe(1);
      return { batch };
    });
    expect(await sent.batch).toBe(6);
    expect(await server.db.order.count({ where: { id: { in: ids }, referenceCode: 'locked', version: 2 } })).toBe(100);
  });
});

describe('tags of many orders', () => {
  it.each([
    ['assigned', 'post'],
    ['synchronised', 'put'],
    ['removed', 'delete'],
  ] as const)('are %s with at most nine statements, and one more for each further ten', async (_what, method) => {
    const counts: number[] = [];
    const path = '/v1/tags/assign/orders';
    const [red, large] = [
      { key: 'colour', value: 'red' },
      { key: 'size', value: 7 },
    ];
    for (const size of SIZES) {
      const ids = idsOf(await orders(size));
      if (method !== 'post') await api.post(path, { body: { ids, tags: [red, large] } });
      counts.push(await counted(() => api[method](path, { body: { ids, tags: [red] } })));
      const version = method === 'post' ? 2 : 3;
      expect(await server.db.order.count({ where: { id: { in: ids }, version } })).toBe(size);
    }
    const [one = 0, ten, hundred] = counts;
    expect(one).toBeLessThanOrEqual(9);
    expect(ten).toBe(one);
    expect(hundred).toBe(one + 9);
  });

  // The database cancels a statement after 5 s, and a single one for 40,000 tags took that long.
  it('are written with statements of at most 5,000 tags each', async () => {
    await server.db.$executeRaw`CREATE FUNCTION few_tags() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) > 5000 FROM written) THEN RAISE EXCEPTION 'too many tags for a statement'; END IF;
      RETURN NULL; END $$`;
    for (const [event, table] of [
      ['INSERT', 'NEW'],
      ['UPDATE', 'NEW'],
      ['DELETE', 'OLD'],
    ])
      await server.db.$executeRawUnsafe(`CREATE TRIGGER few_tags_${event} AFTER ${event} ON tag
        REFERENCING ${table} TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION few_tags()`);
    const ids = idsOf(await orders(60));
    const tags = (value: number) => Array.from({ length: 100 }, (_, index) => ({ key: `key ${index}`, value }));
    for (const [method, value] of [
      ['post', 1],
      ['put', 2],
      ['delete', 2],
    ] as const) {
      const { status, text } = await api[method]('/v1/tags/assign/orders', { body: { ids, tags: tags(value) } });
      expect([method, status], text).toEqual([method, 200]);
    }
    await server.db.$executeRaw`DROP FUNCTION few_tags CASCADE`;
  });
});

describe('a booking', () => {
  it('takes the same number of statements for a hundred passengers as for one', async () => {
    const counts: number[] = [];
    for (const size of SIZES) {
      const level = { priceCategories: [{ isDefault: true, maximum: 0 }] };
      const offer = await make.offer([staff.role.id], { level, departure: { capacity: 500 } });
      const passengers = Array.from({ length: size }, (_, index) => ({ first_name: `Guest ${index}` }));
      const path = `/v1/pos/roles/${staff.role.id}/service_levels/${offer.level.id}/orders`;
      const body = { passengers, details: { availability_id: offer.departure.id }, tags: [{ key: 'a', value: 'b' }] };
      counts.push(await counted(() => api.post(path, { body })));
    }
    expect(counts).toEqual(SIZES.map(() => counts[0]));
    expect(counts[0]).toBeLessThanOrEqual(7);
  });
});

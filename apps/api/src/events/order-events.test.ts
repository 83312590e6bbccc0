import { actorOf, startFamily } from '@channel/auth';
import type { OrderChanged } from '@channel/graph';
import { inTransaction } from '@channel/prisma';
import { createFactories, type Factories, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contextOf } from '../context.ts';
import { client, NOW, startServer, type TestClient, type TestServer } from '../testing/index.ts';

let server: TestServer;
let make: Factories;
let api: TestClient;
let staff: Awaited<ReturnType<Factories['userWith']>>;

beforeAll(async () => {
  server = await startServer();
  make = createFactories(server.db);
  staff = await make.userWith(['orders.view-all', 'products.book', 'graphql.query']);
  api = await client(server, staff.id);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.webhookEvent.deleteMany();
  await server.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

const events = () => server.db.webhookEvent.findMany({ orderBy: [{ orderId: 'asc' }, { sequence: 'asc' }] });
const jobs = () => server.db.$queryRaw<{ payload: unknown }[]>`SELECT payload FROM graphile_worker._private_jobs`;
type Row = Awaited<ReturnType<typeof events>>[number];
const bodyOf = ({ payload }: Row) => JSON.parse(payload ?? '');
const versionOf = async (id: number) => (await server.db.order.findUniqueOrThrow({ where: { id } })).version;

// The specification's shapes, as strictly as they are written: no member more, none less.
const spaced = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const zulu = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const tags = z.array(z.strictObject({ key: z.string(), value: z.union([z.string(), z.number()]) }));
const currency = z.strictObject({ code: z.string(), symbol: z.string(), name: z.string() });
const money = z.strictObject({ amount: z.number(), currency }).nullable();
const prices = z.strictObject({ original: money, agent: money, sold: money });
const user = z.strictObject({ id: z.int(), name: z.string(), profile_photo_url: z.url(), tags });
const country = z.strictObject({ id: z.int(), name: z.string(), code: z.string().length(2) });
const city = z.strictObject({ id: z.int(), name: z.string(), tags });
const media = z.strictObject({ id: z.int(), filename: z.string(), url: z.url() });
const point = z.strictObject({
  id: z.int(),
  latitude: decimal,
  longitude: decimal,
  address: z.string(),
  city: city.extend({ country }),
});
const transfer = z.strictObject({
  id: z.int(),
  date: day.nullable(),
  time: z
    .string()
    .regex(/^\d\d:\d\d:\d\d$/)
    .nullable(),
  driver: user.nullable(),
  location: z.strictObject({ point: point.nullable() }),
});
const status = z.enum(['InCart', 'Booked', 'Deleted', 'Cancelled']);
const supplier = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  tags,
  permissions: z.array(z.strictObject({ name: z.string(), description: z.string() })),
});
const bookedDetails = z.strictObject({
  product: z.strictObject({
    id: z.int(),
    title: z.string(),
    highlights: z.array(z.string()),
    description: z.string(),
    what_to_bring: z.string(),
    know_before_you_go: z.string(),
    supplier: supplier.nullable(),
    banner: media,
    thumbnail: media,
    images: z.array(media),
    videos: z.array(z.strictObject({ video_code: z.string(), type: z.string(), url: z.string() })),
    categories: z.array(z.strictObject({ id: z.int(), title: z.string(), tags })),
    labels: z.array(z.string()),
    tags,
    distributor: z.strictObject({ name: z.string() }),
  }),
  service_level: z.strictObject({
    title: z.string(),
    description: z.string(),
    business_hours: z.string().nullable(),
    capacity: z.int(),
    pricing_type: z.string(),
    has_pickup: z.boolean(),
    has_drop_off: z.boolean(),
    has_tour_guide: z.boolean(),
    duration: decimal,
    cut_off_time: z.number(),
    availability_type: z.string(),
    offer_time_start: zulu,
    offer_time_end: zulu,
  }),
  rate: z.strictObject({
    pass_expiration_date: day.nullable(),
    pass_expiration_minutes_after_booking: z.int().nullable(),
  }),
  rates: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      cancellation_policies: z.strictObject({
        penalties: z.array(z.strictObject({ id: z.int(), time: z.int(), percentage: z.number() })),
        description: z.string().nullable(),
      }),
    }),
  ),
  starting_point: z.strictObject({
    latitude: decimal,
    longitude: decimal,
    address: z.string(),
    city: city,
    country: country,
  }),
});
const envelope = z.strictObject({
  id: z.uuid(),
  event: z.literal('order-updated'),
  created_at: spaced,
  data: z.strictObject({
    id: z.int(),
    starts_at: zulu.nullable(),
    ends_at: zulu.nullable(),
    reference_code: z.string().nullable(),
    booked_at: spaced.nullable(),
    created_at: spaced,
    status,
    tour_guide: user.nullable(),
    issuer: user,
    contact_person: user.nullable(),
    client: z.strictObject({ id: z.int(), name: z.string(), description: z.string().nullable(), tags }),
    vat: z.strictObject({ percentage: z.number(), type: z.string() }),
    bookings: z.array(
      z.strictObject({
        id: z.int(),
        status,
        prices,
        availability: z.strictObject({ id: z.int(), start_time: z.string().nullable(), date: day }),
        passengers: z.array(
          z.strictObject({
            passenger_id: z.int(),
            status: z.enum(['InCart', 'Booked', 'Deleted', 'CANCELED']),
            prices,
          }),
        ),
      }),
    ),
    passengers: z.array(
      z.strictObject({
        id: z.int(),
        first_name: z.string(),
        last_name: z.string(),
        gender: z.string(),
        phone_number: z.string(),
        whatsapp_number: z.string(),
        email: z.string(),
        is_leader: z.boolean(),
        price_category_details: z.string(),
      }),
    ),
    pickup: transfer,
    dropoff: transfer,
    tickets: z.array(media),
    tags,
    booked_details: bookedDetails,
    total_prices: prices,
  }),
  meta: z.strictObject({ user }),
});

/** An order made by the API, as a partner would. */
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

async function eventAfter(id: number, change: object): Promise<z.output<typeof envelope>> {
  expect((await api.patch(`/v1/orders/${id}`, { body: change })).status).toBe(200);
  const [row] = (await events()).slice(-1);
  if (!row) throw new Error('there is no event');
  return envelope.parse(bodyOf(row));
}

describe('the body of an event', () => {
  it('is the envelope of the specification, with the order as it became', async () => {
    const id = await book();
    const body = await eventAfter(id, { reference_code: 'R-1', pickup: { date: '2026-06-10', time: '08:30' } });
    const [row] = await events();
    expect(row).toMatchObject({
      id: body.id,
      orderId: id,
      sequence: 2,
      kind: 'order-updated',
      actorId: staff.id,
      createdAt: NOW,
      matchedAt: null,
      isTest: false,
    });
    expect(await jobs()).toEqual([{ payload: { orderIds: [id] } }]);
    expect(body).toMatchObject({
      created_at: '2026-06-01 10:00:00',
      meta: { user: { id: staff.id, name: staff.name, tags: [] } },
      data: {
        id,
        reference_code: 'R-1',
        status: 'Booked',
        booked_at: '2026-06-01 10:00:00',
        created_at: '2026-06-01 10:00:00',
        pickup: { date: '2026-06-10', time: '08:30:00', driver: null },
        dropoff: { date: null, time: null, driver: null, location: { point: null } },
      },
    });
  });

  it('has the times as instants, prices of persons at the persons, and the variants of webhooks', async () => {
    const { data } = await eventAfter(await book(), { reference_code: 'a' });
    // Noon in Amsterdam, in summer.
    expect(data.starts_at).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
    const order = await server.db.order.findUniqueOrThrow({ where: { id: data.id } });
    expect([data.starts_at, data.ends_at]).toEqual([order.startsAt?.toISOString(), order.endsAt?.toISOString()]);
    expect(data.passengers.map(({ price_category_details: title }) => title)).toEqual(['Adult', 'Child']);
    expect(data.booked_details.service_level).toMatchObject({
      duration: '90',
      cut_off_time: 60,
      offer_time_start: '2026-01-01T00:00:00.000Z',
      offer_time_end: '2027-12-31T00:00:00.000Z',
    });
    const none = { original: null, agent: null, sold: null };
    expect(data.bookings[0]?.prices).toEqual(none);
    expect(data.bookings[0]?.passengers.map((seat) => seat.prices.sold?.amount)).toEqual([100, 50]);
    expect(data.total_prices.sold?.amount).toBe(150);
  });

  it('has the price of items at the booking, and an empty text for a missing price category', async () => {
    const id = await book(
      { level: { pricingType: 'per_item', priceCategories: [] } },
      { leader: { first_name: 'Ada' } },
    );
    const { data } = await eventAfter(id, { reference_code: 'a' });
    expect(data.bookings[0]?.prices.sold?.amount).toBe(500);
    expect(data.bookings[0]?.passengers.map((seat) => seat.prices)).toEqual([
      { original: null, agent: null, sold: null },
    ]);
    expect(data.passengers.map(({ price_category_details: title }) => title)).toEqual(['']);
  });

  it('has no times for a pass', async () => {
    const id = await book({ level: { availabilityType: 'pass' } });
    const { data } = await eventAfter(id, { reference_code: 'a' });
    expect([data.starts_at, data.ends_at]).toEqual([null, null]);
    expect(data.booked_details.rate.pass_expiration_minutes_after_booking).toBe(2_880);
  });

  it('spells the status of a cancelled passenger its own way, and no other status', async () => {
    const { data } = await eventAfter(await book(), { status: 'Cancelled' });
    expect([data.status, data.bookings[0]?.status]).toEqual(['Cancelled', 'Cancelled']);
    expect(data.bookings[0]?.passengers.map((seat) => seat.status)).toEqual(['CANCELED', 'CANCELED']);
  });

  it('is seen by the organization and in its language, whoever acts', async () => {
    const product = { title: 'Boat', translations: { nl: { title: 'Boot' } } };
    const id = await book({ product });
    const order = await server.db.order.findUniqueOrThrow({ where: { id } });
    const other = await make.organization();
    const { db } = server;
    await db.tag.createMany({
      data: [
        { organizationId: order.organizationId, productId: order.productId, key: 'ours', value: 1 },
        { organizationId: other.id, productId: order.productId, key: 'theirs', value: 2 },
      ],
    });
    // Somebody of another organization who may change the order all the same.
    const guest = await make.user({
      roles: [(await make.role({ organizationId: other.id })).id],
      clients: [order.clientId],
    });
    const answer = await (await client(server, guest.id)).patch(`/v1/orders/${id}`, {
      headers: { 'x-lang': 'nl' },
      body: { leader: { first_name: 'Eve' } },
    });
    expect(answer.status).toBe(200);
    const [row] = await events();
    const body = envelope.parse(row && bodyOf(row));
    expect(body.data.booked_details.product.tags).toEqual([{ key: 'ours', value: 1 }]);
    expect(body.data.booked_details.product.title).toBe('Boat');
    expect(body.meta.user).toMatchObject({ id: guest.id, name: guest.name });
    expect(body.data.passengers[0]?.first_name).toBe('Eve');
  });

  it('stays as it was, whatever happens to the order later', async () => {
    const id = await book();
    await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'first' } });
    const [first] = await events();
    await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'second', status: 'Cancelled' } });
    const rows = await events();
    expect(rows[0]).toEqual(first);
    expect(rows.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(rows.map((row) => bodyOf(row).data.reference_code)).toEqual(['first', 'second']);
  });
});

describe('every committed change emits exactly one event', () => {
  it.each<[string, (id: number) => Promise<{ status: number }>]>([
    ['a single update', (id) => api.put(`/v1/orders/${id}`, { body: { reference_code: 'x' } })],
    ['a batch', (id) => api.put('/v1/orders', { body: { reference_code: 'x', orders: { ids: [id] } } })],
    [
      'a batch at the point of sale',
      (id) => api.put('/v1/pos/orders', { body: { status: 'Cancelled', orders: { ids: [id] } } }),
    ],
    ['tags on the order', (id) => tag('orders', id)],
    ['tags on its booking', async (id) => tag('bookings', (await orderOf(id)).bookings[0]?.id ?? 0)],
    ['tags on its transfer', async (id) => tag('transfers', (await orderOf(id)).pickupId)],
    [
      'a GraphQL mutation',
      (id) => graphql(`mutation { updateOrder(reference: "${id}", input: { referenceCode: "x" }) { id } }`),
    ],
  ])('%s', async (_, change) => {
    const id = await book();
    expect(await events()).toEqual([]);
    expect((await change(id)).status).toBe(200);
    expect(await events()).toMatchObject([{ orderId: id, sequence: 2 }]);
    expect(await versionOf(id)).toBe(2);
    expect((await events()).map((row) => envelope.safeParse(bodyOf(row)).error)).toEqual([undefined]);
    // The same again changes nothing, and tells of nothing.
    expect((await change(id)).status).toBe(200);
    expect(await events()).toHaveLength(1);
  });

  it('in order, with one job, for a batch over a hundred orders', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 100; index += 1) ids.push((await make.order({ offer: null })).id);
    const answer = await api.put('/v1/orders', { body: { reference_code: 'B', orders: { ids: [...ids].reverse() } } });
    expect(answer.status).toBe(200);
    expect((await events()).map(({ orderId, sequence }) => [orderId, sequence])).toEqual(ids.map((id) => [id, 2]));
    expect(await jobs()).toEqual([{ payload: { orderIds: ids } }]);
  });

  it('and a change that is rolled back none', async () => {
    const [one, two] = [await book(), await book()];
    const { version } = await orderOf(two);
    const full = (await orderOf(two)).bookings[0]?.availabilityId ?? 0;
    await api.put(`/v1/orders/${two}`, { body: { status: 'Cancelled' } });
    await server.db.$executeRaw`UPDATE availability SET booked = capacity WHERE id = ${full}`;
    await server.db.webhookEvent.deleteMany();
    await server.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    // The second order finds no places left: neither of them is changed.
    const body = { status: 'Booked', reference_code: 'never', orders: { ids: [one, two] } };
    expect((await api.put('/v1/orders', { body })).status).toBe(409);
    expect(await events()).toEqual([]);
    expect(await jobs()).toEqual([]);
    expect([await versionOf(one), await versionOf(two)]).toEqual([1, version + 1]);
  });

  it('with no more statements for more orders', async () => {
    const statements: string[] = [];
    const database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    const factories = createFactories(database.db);
    const changes: OrderChanged[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { id: orderId, organizationId } = await factories.order();
      changes.push({ operation: 'update', orderId, version: 2, organizationId });
    }
    const actor = await actorOf(database.db, (await factories.userWith([])).id);
    const count = async (orders: OrderChanged[]) => {
      const services = { ...server.services, db: database.db };
      const context = await contextOf(services, { actor, door: 'api', requestId: 'r' });
      statements.length = 0;
      await inTransaction(database.db, (tx) => context.emit(tx, context, orders));
      return statements.length;
    };
    const one = await count(changes.slice(0, 1));
    expect(await count(changes.slice(1))).toBe(one);
    expect(one).toBeLessThan(60);
    await database.drop();
  });
});

describe('which operations emit', () => {
  it('is a setting: making an order emits nothing unless it is asked for, and updates can be silent', async () => {
    await book();
    expect(await events()).toEqual([]);
    const env = { EVENT_KINDS: '{"create":"order-created"}' };
    const other = await startServer({ env });
    const factories = createFactories(other.db);
    const seller = await factories.userWith(['orders.view-all', 'products.book']);
    const offer = await factories.offer([seller.role.id]);
    const requests = await client(other, seller.id);
    const { data } = await requests.post(`/v1/pos/roles/${seller.role.id}/service_levels/${offer.level.id}/orders`, {
      body: {
        leader: { first_name: 'Ada', price_category_id: offer.adultId },
        details: { availability_id: offer.departure.id },
      },
    });
    const { id } = data<{ id: number }>();
    expect(await other.db.webhookEvent.findMany()).toMatchObject([{ orderId: id, sequence: 1, kind: 'order-created' }]);
    expect((await requests.patch(`/v1/orders/${id}`, { body: { reference_code: 'x' } })).status).toBe(200);
    expect(await other.db.webhookEvent.count()).toBe(1);
    await other.close();
  });
});

async function graphql(query: string) {
  const { accessToken } = await startFamily(server.db, staff.id, NOW, server.settings);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
  return fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
}

const tag = (target: string, id: number) =>
  api.post(`/v1/tags/any/${target}`, { body: { ids: [id], tags: [{ key: 'colour', value: 'red' }] } });

const orderOf = (id: number) =>
  server.db.order.findUniqueOrThrow({
    where: { id },
    include: { bookings: { select: { id: true, availabilityId: true } } },
  });

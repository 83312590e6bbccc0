import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { client, NOW, startServer, type TestServer } from '../testing/index.ts';
import { envelope } from './testing/envelope-shape.ts';
import { bodyOf, type EventScene, eventScene } from './testing/event-scene.ts';
import { bodyErrors } from './testing/published-shape.ts';

let server: TestServer;
let scene: EventScene;

beforeAll(async () => {
  server = await startServer();
  scene = await eventScene(server);
});
afterAll(() => server.close());
beforeEach(() => scene.clear());

describe('the body of an event', () => {
  it('is the envelope of the specification, with the order after the change', async () => {
    const id = await scene.book();
    const body = await scene.eventAfter(id, { reference_code: 'R-1', pickup: { date: '2026-06-10', time: '08:30' } });
    const [row] = await scene.events();
    expect(row).toMatchObject({
      id: body.id,
      orderId: id,
      sequence: 2,
      kind: 'order-updated',
      actorId: scene.staff.id,
      createdAt: NOW,
      matchedAt: null,
      isTest: false,
    });
    expect(await scene.jobs()).toEqual([{ payload: { orderIds: [id] } }]);
    expect(body).toMatchObject({
      created_at: '2026-06-01 10:00:00',
      meta: { user: { id: scene.staff.id, name: scene.staff.name, tags: [] } },
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

  it('has texts and numbers as JavaScript writes them', async () => {
    await scene.eventAfter(await scene.book(), { reference_code: 'é "quoted" 😀' });
    const { payload } = await server.db.webhookEvent.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    // The database puts blanks between the entries of a list.
    const compact = (text: string) => text.replaceAll(/\s/g, '');
    expect(compact(payload ?? '')).toBe(compact(JSON.stringify(JSON.parse(payload ?? ''))));
  });

  it('has times as instants, prices per person at the passengers, and the webhook formats', async () => {
    const { data } = await scene.eventAfter(await scene.book(), { reference_code: 'a' });
    // Noon in Amsterdam in summer.
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

  it('has the price per item at the booking, and an empty text for a missing price category', async () => {
    const id = await scene.book(
      { level: { pricingType: 'per_item', priceCategories: [] } },
      { leader: { first_name: 'Ada' } },
    );
    const { data } = await scene.eventAfter(id, { reference_code: 'a' });
    expect(data.bookings[0]?.prices.sold?.amount).toBe(500);
    expect(data.bookings[0]?.passengers.map((seat) => seat.prices)).toEqual([
      { original: null, agent: null, sold: null },
    ]);
    expect(data.passengers.map(({ price_category_details: title }) => title)).toEqual(['']);
  });

  it('has no times for a pass', async () => {
    const id = await scene.book({ level: { availabilityType: 'pass' } });
    const { data } = await scene.eventAfter(id, { reference_code: 'a' });
    expect([data.starts_at, data.ends_at]).toEqual([null, null]);
    expect(data.booked_details.rate.pass_expiration_minutes_after_booking).toBe(2_880);
  });

  it('formats the status of a cancelled passenger, and no other status, differently', async () => {
    const { data } = await scene.eventAfter(await scene.book(), { status: 'Cancelled' });
    expect([data.status, data.bookings[0]?.status]).toEqual(['Cancelled', 'Cancelled']);
    expect(data.bookings[0]?.passengers.map((seat) => seat.status)).toEqual(['CANCELED', 'CANCELED']);
  });

  it('matches the published document, which rejects other bodies', async () => {
    const body = await scene.eventAfter(await scene.book(), { reference_code: 'a' });
    const [passenger] = body.data.passengers;
    expect(bodyErrors({ ...body, event: 'order-deleted' })).not.toEqual([]);
    expect(bodyErrors({ ...body, created_at: '2026-06-01T10:00:00Z' })).not.toEqual([]);
    expect(bodyErrors({ ...body, data: { ...body.data, city: null } })).not.toEqual([]);
    const named = { ...passenger, price_category_details: { title: 'Adult' } };
    expect(bodyErrors({ ...body, data: { ...body.data, passengers: [named] } })).not.toEqual([]);
  });

  it('has the visibility and language of the organization, for any user who makes the change', async () => {
    const product = { title: 'Boat', translations: { nl: { title: 'Boot' } } };
    const id = await scene.book({ product });
    const order = await server.db.order.findUniqueOrThrow({ where: { id } });
    const other = await scene.make.organization();
    const { db } = server;
    await db.tag.createMany({
      data: [
        { organizationId: order.organizationId, productId: order.productId, key: 'ours', value: 1 },
        { organizationId: other.id, productId: order.productId, key: 'theirs', value: 2 },
      ],
    });
    // A user of another organization who may change the order nevertheless.
    const guest = await scene.make.user({
      roles: [(await scene.make.role({ organizationId: other.id })).id],
      clients: [order.clientId],
    });
    const answer = await (await client(server, guest.id)).patch(`/v1/orders/${id}`, {
      headers: { 'x-lang': 'nl' },
      body: { leader: { first_name: 'Eve' } },
    });
    expect(answer.status).toBe(200);
    const [row] = await scene.events();
    const body = envelope.parse(row && bodyOf(row));
    expect(body.data.booked_details.product.tags).toEqual([{ key: 'ours', value: 1 }]);
    expect(body.data.booked_details.product.title).toBe('Boat');
    expect(body.meta.user).toMatchObject({ id: guest.id, name: guest.name });
    expect(body.data.passengers[0]?.first_name).toBe('Eve');
  });

  it('does not change with later changes of the order', async () => {
    const id = await scene.book();
    await scene.api.patch(`/v1/orders/${id}`, { body: { reference_code: 'first' } });
    const [first] = await scene.events();
    await scene.api.patch(`/v1/orders/${id}`, { body: { reference_code: 'second', status: 'Cancelled' } });
    const rows = await scene.events();
    expect(rows[0]).toEqual(first);
    expect(rows.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(rows.map((row) => bodyOf(row).data.reference_code)).toEqual(['first', 'second']);
  });
});

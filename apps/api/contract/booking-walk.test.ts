import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  type Answer,
  client,
  DEMO_TIMEOUT,
  startServer,
  type TestClient,
  type TestServer,
} from '../src/testing/index.ts';
import * as shapes from './shapes.ts';

/*
 * From login to the order in the list, through real HTTP, for every availability and pricing type of the demo world.
 * The expected shapes are in shapes.ts, and the expected prices are computed here from the published rates, not from
 * the order.
 */

const PARTNER = { email: 'partner@demo.example', password: 'partner-demo' };
const KINDS = (['pass', 'per_slot', 'per_time', 'daily'] as const).flatMap((availability) =>
  (['per_person', 'per_item'] as const).map((pricing) => [availability, pricing] as const),
);

let server: TestServer;
let partner: TestClient;
let role: number;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  const anybody = await client(server);
  const login = await anybody.post('/v1/tokens', { body: PARTNER });
  expect(login.status).toBe(201);
  const { data } = conforming(login, shapes.tokens);
  partner = await client(server, { token: data.access_token });
  const profile = conforming(await partner.get('/v1/profile'), shapes.data(shapes.profile)).data;
  expect(profile.email).toBe(PARTNER.email);
  role = profile.roles[0]?.id ?? 0;
}, DEMO_TIMEOUT);
afterAll(() => server.close());

/** The body of a successful answer, parsed by a shape. */
function conforming<Shape extends z.ZodType>(answer: Answer, shape: Shape): z.output<Shape> {
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(300);
  return shape.parse(answer.json);
}

type RateByDate = z.output<typeof shapes.rateByDate>;
type Rate = RateByDate['rates'][number];
type Offer = { level: number; date: string; rate: Rate; slot: Rate['availabilities'][number] };

/**
 * The first departure of a kind with enough places, at least a week ahead, found as by a partner: search, detail,
 * rates.
 */
async function findOffer(availability: string, pricing: string, places: number): Promise<Offer> {
  for (let page = 1; ; page += 1) {
    const found = conforming(
      await partner.get(`/v1/pos/roles/${role}/products`, { query: { page, per_page: 50 } }),
      shapes.data(shapes.productEntry.array()).extend({ meta: shapes.meta }),
    );
    for (const { id } of found.data) {
      const product = conforming(
        await partner.get(`/v1/pos/roles/${role}/products/${id}`),
        shapes.data(shapes.productDetail),
      ).data;
      const levels = product.service_levels.filter(
        (level) => level.availability_type === availability && level.pricing_type === pricing,
      );
      if (levels.length === 0) continue;
      const days = conforming(
        await partner.get(`/v1/pos/roles/${role}/products/${id}/rates/dates`, {
          body: { filter: { start_date: '2026-06-08' } },
        }),
        shapes.data(shapes.rateByDate.array()),
      ).data;
      for (const { date, rates } of days) {
        for (const rate of rates.filter(({ service_level }) => levels.some((level) => level.id === service_level.id))) {
          const slot = rate.availabilities.find(({ remaining }) => remaining >= places);
          if (slot) return { level: rate.service_level.id, date, rate, slot };
        }
      }
    }
    if (page >= found.meta.last_page) throw new Error(`The demo world has no ${availability} ${pricing} departure.`);
  }
}

/** In thousandths, so that sums of prices are exact. */
const thousandths = (amount: number) => Math.round(amount * 1_000);

function soldPrice(rate: Rate, category?: number): number {
  const prices =
    category === undefined
      ? rate.per_item_prices
      : (rate.per_person_prices.find(({ price_category }) => price_category.id === category)?.prices ?? []);
  const price = prices.find(({ currency }) => currency.code === 'EUR') ?? prices[0];
  if (!price) throw new Error('The rate has no price.');
  return thousandths(price.amount);
}

const person = (first_name: string, price_category_id?: number) => ({
  first_name,
  last_name: 'Walker',
  gender: 'Female',
  phone_number: '612345678',
  phone_country_code: '+31',
  whatsapp_number: '+31612345678',
  email: `${first_name.toLowerCase()}@guest.example`,
  ...(price_category_id === undefined ? {} : { price_category_id }),
});

describe.each(KINDS)('booking a %s service level sold %s', (availability, pricing) => {
  it('goes from the search to the order in the list, each answer exact', async () => {
    const { level, date, rate, slot } = await findOffer(availability, pricing, 3);
    const category = rate.per_person_prices[0]?.price_category.id;
    const answer = await partner.post(`/v1/pos/roles/${role}/service_levels/${level}/orders`, {
      body: {
        leader: person('Ada', category),
        passengers: [person('Mary', category), person('Grace', category)],
        details: { availability_id: slot.id, selected_date: date, ...(pricing === 'per_item' ? { quantity: 2 } : {}) },
        tags: [
          { key: 'desk', value: 'lobby' },
          { key: 'floor', value: 3 },
        ],
      },
    });
    expect(answer.status).toBe(200);
    const order = conforming(answer, shapes.data(shapes.orderFull)).data;

    shapes.placement(pricing, availability).parse(order);
    const expected = pricing === 'per_item' ? soldPrice(rate) * 2 : soldPrice(rate, category) * 3;
    expect(thousandths(order.total_prices.sold?.amount ?? -1)).toBe(expected);
    expect(order).toMatchObject({ status: 'Booked', booked_at: '2026-06-01 10:00:00', reference_code: null });
    expect(order.bookings[0]?.availability).toMatchObject({ id: slot.id, date, start_time: slot.start_time });
    expect(order.passengers.map(({ first_name, is_leader }) => [first_name, is_leader])).toEqual([
      ['Ada', true],
      ['Mary', false],
      ['Grace', false],
    ]);
    expect(order.tags).toEqual([
      { key: 'desk', value: 'lobby' },
      { key: 'floor', value: 3 },
    ]);
    if (availability !== 'pass') expect(order.starts_at).toBe(`${date} ${slot.start_time ?? '00:00'}:00`);
    if (availability === 'per_slot') expect(order.ends_at).toBe(`${date} ${slot.end_time}:00`);
    if (availability === 'daily') expect(order.ends_at).toBe(`${date} 23:59:59`);

    const shown = conforming(await partner.get(`/v1/orders/${order.id}`), shapes.data(shapes.orderFull)).data;
    expect(shown).toEqual(order);
    const listed = conforming(
      await partner.get('/v1/orders', { body: { filter: { search: String(order.id) } } }),
      shapes.data(shapes.orderList.array()),
    ).data.find(({ id }) => id === order.id);
    expect(listed?.booked_details).toEqual(order.booked_details);

    const [day] = conforming(
      await partner.get(`/v1/pos/roles/${role}/products/${bookedProduct(order)}/rates/dates`, {
        body: { filter: { start_date: date, end_date: date, rates: [String(rate.id)] } },
      }),
      shapes.data(shapes.rateByDate.array()),
    ).data;
    const left = day?.rates[0]?.availabilities.find(({ id }) => id === slot.id)?.remaining;
    expect(left).toBe(slot.remaining - (pricing === 'per_item' ? 2 : 3));
  });
});

function bookedProduct({ booked_details }: z.output<typeof shapes.orderFull>): number {
  if (Array.isArray(booked_details)) throw new Error('The order has no booked details.');
  return booked_details.product.id;
}

describe('requests around a booking', () => {
  it('shows the pickup options of a service level that has them', async () => {
    const products = conforming(
      await partner.get('/v1/pos/products', { query: { per_page: 50 } }),
      shapes.data(shapes.productDetail.array()).extend({ meta: shapes.meta }),
    ).data;
    const levels = products.flatMap(({ service_levels }) => service_levels).filter(({ has_pickup }) => has_pickup);
    expect(levels.length).toBeGreaterThan(0);
    for (const { id } of levels) {
      const path = `/v1/pos/roles/${role}/service_levels/${id}/pickups`;
      conforming(await partner.get(path), shapes.data(shapes.pickupOptions));
    }
  });

  it('lists the dates as a bare array', async () => {
    const { data } = conforming(
      await partner.get(`/v1/pos/roles/${role}/products`, { query: { per_page: 1 } }),
      shapes.data(shapes.productEntry.array()).extend({ meta: shapes.meta }),
    );
    const dates = conforming(
      await partner.get(`/v1/pos/roles/${role}/products/${data[0]?.id}/rates/dates-availability`),
      shapes.date.array().min(1),
    );
    expect(dates).toEqual([...dates].sort());
  });

  it('refuses anonymous and unauthorized callers in the shapes of the specification', async () => {
    const anonymous = await client(server);
    const refused = await anonymous.get('/v1/orders');
    expect(refused.status).toBe(401);
    shapes.unauthenticated.parse(refused.json);
    const stranger = await client(server, 'outsider');
    const foreign = await stranger.get(`/v1/pos/roles/${role}/products`);
    expect(foreign.status).toBe(404);
    shapes.planned.parse(foreign.json);
  });

  it('names every member with an error in one answer', async () => {
    const { level } = await findOffer('per_time', 'per_person', 1);
    const answer = await partner.post(`/v1/pos/roles/${role}/service_levels/${level}/orders`, {
      body: {
        leader: { ...person('Ada'), email: 'no address' },
        passengers: [person('Mary'), person('Grace'), { ...person('Joan'), email: '@' }],
        details: { selected_date: '2026-02-30' },
      },
    });
    expect(answer.status).toBe(422);
    const { errors } = shapes.invalid.parse(answer.json);
    expect(Object.keys(errors).sort()).toEqual(['details.selected_date', 'leader.email', 'passengers.2.email']);
  });
});

describe('200 parallel bookings of one place each', () => {
  it('take exactly the 50 available places, and answer 409 to the others', { timeout: 60_000 }, async () => {
    const { level, date, slot } = await findOffer('per_time', 'per_person', 1);
    const { booked } = await server.db.availability.findUniqueOrThrow({ where: { id: slot.id } });
    await server.db.availability.update({ where: { id: slot.id }, data: { capacity: booked + 50 } });
    const path = `/v1/pos/roles/${role}/service_levels/${level}/orders`;
    const body = { leader: person('Ada'), details: { availability_id: slot.id, selected_date: date } };
    // On a busy machine some get no slot in time: they repeat with their key, as clients do.
    const book = async (headers: Record<string, string>): Promise<Answer> => {
      const answer = await partner.post(path, { body, headers });
      if (answer.status !== 503) return answer;
      await sleep(Number(answer.headers['retry-after']) * 1_000);
      return book(headers);
    };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => book({ 'idempotency-key': `one-of-200-parallel-bookings-${nth}` })),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(409)]).toEqual([50, 150]);
    const after = await server.db.availability.findUniqueOrThrow({ where: { id: slot.id } });
    expect(after).toMatchObject({ booked: after.capacity, remaining: 0 });
    expect(
      await server.db.booking.count({ where: { availabilityId: slot.id, placesHeld: { gt: 0 } } }),
    ).toBeGreaterThanOrEqual(50);
  });
});

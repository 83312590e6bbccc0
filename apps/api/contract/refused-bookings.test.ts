import { createFactories, type Factories, type Offer } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, client, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';
import * as shapes from './shapes.ts';

/* Contradictory bookings, through HTTP: each is 422 at its member and changes nothing. */

let server: TestServer;
let make: Factories;
let partner: TestClient;
let role: number;

beforeAll(async () => {
  server = await startServer();
  make = createFactories(server.db);
  const user = await make.userWith(['products.book']);
  role = user.role.id;
  partner = await client(server, user.id);
});
afterAll(() => server.close());

type Body = Record<string, unknown>;
const ann = { first_name: 'Ann', last_name: 'Leader' };
const send = ({ level }: Offer, body: Body, headers: Record<string, string> = {}): Promise<Answer> =>
  partner.post(`/v1/pos/roles/${role}/service_levels/${level.id}/orders`, {
    body: { leader: ann, passengers: [{ first_name: 'Bo' }], ...body },
    headers,
  });
const fieldErrors = (answer: Answer): Record<string, string[]> => {
  expect(answer.status, answer.text).toBe(422);
  return shapes.invalid.parse(answer.json).errors;
};

/** On 10 June: a slot from 9 to 11, a whole day, and a pass. */
const kinds = { slot: 'per_slot', day: 'daily', pass: 'pass' } as const;
type Kind = keyof typeof kinds;
const onDay = '2026-06-10';

describe('a contradictory booking', () => {
  const table: [Kind, 'per_person' | 'per_item', Body, Record<string, string>][] = [
    ['slot', 'per_person', { selected_date: '2026-06-11' }, { selected_date: 'must be 2026-06-10' }],
    ['slot', 'per_person', { start_date: '2026-06-11' }, { start_date: 'must be 2026-06-10' }],
    ['slot', 'per_person', { checkin_date: '2026-06-09' }, { checkin_date: 'must be 2026-06-10' }],
    ['slot', 'per_person', { start_time: '10:00' }, { start_time: 'must be 09:00:00' }],
    ['day', 'per_item', { start_time: '10:00' }, { start_time: 'must be 00:00:00' }],
    ['day', 'per_item', { checkout_date: '2026-06-09' }, { checkout_date: 'must be 2026-06-10' }],
    ['slot', 'per_person', { checkout_date: '2026-06-09' }, { checkout_date: 'must be 2026-06-10' }],
    ['pass', 'per_item', { selected_date: '2028-01-01' }, { selected_date: 'is a day on which' }],
    ['pass', 'per_item', { selected_date: onDay, start_date: '2026-06-11' }, { start_date: 'must be 2026-06-10' }],
    ['slot', 'per_person', { quantity: 3 }, { quantity: 'must be 2, the number of passengers' }],
    ['slot', 'per_person', { number_of_bookings: 3 }, { number_of_bookings: 'must be 2, the number of passengers' }],
    ['slot', 'per_item', { quantity: 3, number_of_bookings: 2 }, { number_of_bookings: 'must be 3, as quantity is' }],
    ['slot', 'per_item', { quantity: 0 }, { quantity: 'must be at least 1' }],
    ['slot', 'per_person', { number_of_bookings: -2 }, { number_of_bookings: 'must be at least 1' }],
  ];

  it.each(table)('of a %s sold %s: %j', async (kind, pricingType, details, refused) => {
    const offer = await make.offer([role], { level: { availabilityType: kinds[kind], pricingType } });
    const errors = fieldErrors(await send(offer, { details: { availability_id: offer.departure.id, ...details } }));
    const expected = Object.entries(refused).map(([member, text]) => [
      `details.${member}`,
      `details.${member} ${text}`,
    ]);
    expect(Object.keys(errors)).toEqual(expected.map(([path]) => path));
    for (const [path = '', text = ''] of expected) expect(errors[path]?.[0]).toContain(text);
    expect(await server.db.availability.findUnique({ where: { id: offer.departure.id } })).toMatchObject({ booked: 0 });
  });

  it('has a leader without a name', async () => {
    const offer = await make.offer([role]);
    const details = { availability_id: offer.departure.id };
    for (const leader of [{}, { first_name: '  ', email: 'ann@guest.example' }]) {
      expect(fieldErrors(await send(offer, { leader, details }))).toEqual({
        'leader.first_name': ['leader.first_name is required: a leader has a first or a last name.'],
      });
    }
  });

  it('has more passengers of a price category than the maximum: 22 adults where 20 are allowed', async () => {
    const offer = await make.offer([role], { departure: { capacity: 50 } });
    const details = { availability_id: offer.departure.id };
    const people = (count: number) =>
      Array.from({ length: count - 1 }, (_, index) => ({ first_name: `Guest ${index}` }));
    expect(fieldErrors(await send(offer, { passengers: people(22), details }))).toEqual({
      passengers: [
        `passengers must hold at most 20 of the price category ${offer.adultId} (Adult), the leader included; 22 given.`,
      ],
    });
    expect((await send(offer, { passengers: people(20), details })).status).toBe(200);
    expect(await server.db.availability.findUnique({ where: { id: offer.departure.id } })).toMatchObject({
      booked: 20,
    });
  });

  it('costs more than an order can hold', async () => {
    const dear = { prices: [{ original: 1, agent: 1, sold: '99999999999' }] };
    const offer = await make.offer([role], { level: { pricingType: 'per_item' }, rate: dear });
    const details = { availability_id: offer.departure.id, quantity: 2 };
    expect(fieldErrors(await send(offer, { details }))).toEqual({
      'details.quantity': ['details.quantity must be fewer: a total is at most 99999999999.999.'],
    });
    expect(await server.db.availability.findUnique({ where: { id: offer.departure.id } })).toMatchObject({ booked: 0 });
  });

  it('that is consistent is booked', async () => {
    const offer = await make.offer([role]);
    const [date, time] = [onDay, '09:00'];
    const agreed = { selected_date: date, start_date: date, checkin_date: date, checkout_date: date, start_time: time };
    for (const numbers of [
      { quantity: 2, number_of_bookings: 2 },
      { quantity: 1, number_of_bookings: 1 },
    ]) {
      const answer = await send(offer, { details: { availability_id: offer.departure.id, ...agreed, ...numbers } });
      expect(answer.status, answer.text).toBe(200);
    }
  });
});

describe('an Idempotency-Key of a refused booking', () => {
  it('stores no answer: the corrected request with the same key is booked, and only its answer is replayed', async () => {
    const offer = await make.offer([role]);
    const headers = { 'idempotency-key': 'a-booking-that-is-corrected' };
    const record = () => server.db.idempotencyRecord.findMany({ where: { key: headers['idempotency-key'] } });
    const wrong = { details: { availability_id: offer.departure.id, selected_date: '2026-06-11' } };
    const right = { details: { availability_id: offer.departure.id, selected_date: onDay } };
    for (let repeat = 0; repeat < 2; repeat++) {
      const refused = await send(offer, wrong, headers);
      expect(Object.keys(fieldErrors(refused))).toEqual(['details.selected_date']);
      expect(refused.headers['idempotent-replayed']).toBeUndefined();
      expect(await record()).toEqual([]);
    }
    const booked = await send(offer, right, headers);
    expect(booked.status).toBe(200);
    expect(await record()).toMatchObject([{ status: 200, body: booked.text }]);
    expect(booked.headers['content-language']).toBe('en');
    for (const language of ['en', 'nl']) {
      const again = await send(offer, right, { ...headers, 'x-lang': language });
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([booked.text, 'true']);
      expect(again.headers['content-language']).toBe('en');
    }
    expect(await server.db.availability.findUnique({ where: { id: offer.departure.id } })).toMatchObject({ booked: 2 });
  });

  it('repeats the answer of a booking also where the request would now be refused before it reads anything', async () => {
    const offer = await make.offer([role]);
    const body = { details: { availability_id: offer.departure.id } };
    const keyed = (key: string) => send(offer, body, { 'idempotency-key': key });
    const booked = await keyed('sold-by-a-role');
    expect(booked.status, booked.text).toBe(200);
    const held = await server.db.userRole.findMany({ where: { roleId: role } });
    await server.db.userRole.deleteMany({ where: { roleId: role } });
    try {
      const again = await keyed('sold-by-a-role');
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([booked.text, 'true']);
      expect((await keyed('another')).status).toBe(404);
    } finally {
      await server.db.userRole.createMany({ data: held });
    }
  });
});

import { createFactories, day } from '@channel/prisma/testing';
import { client, type TestServer } from '../../src/testing/index.ts';

/** A request whose written rows are compared. */
export type Case = { name: string; send: () => Promise<{ status: number; text: string }> };

/** Requests that write orders: bookings of each kind, those that are refused, and updates. */
export async function casesOf(server: TestServer): Promise<Case[]> {
  const make = createFactories(server.db);
  const rights = ['products.book', 'orders.view-all', 'orders.contact', 'transfers.drive', 'tours.guide'];
  const seller = await make.userWith(rights);
  const { organizationId } = seller.role;
  const point = await make.point({ address: 'Pier 4', organizationId });
  const api = await client(server, seller.id);
  const offer = (parts: Parameters<typeof make.offer>[1] = {}) => make.offer([seller.role.id], parts);
  type Sold = Awaited<ReturnType<typeof offer>>;
  const path = ({ level }: Sold) => `/v1/pos/roles/${seller.role.id}/service_levels/${level.id}/orders`;
  const leader = { first_name: 'Ada', last_name: 'Byron', email: 'ada@guest.example', phone_number: '12' };
  const mary = { first_name: 'Mary', last_name: 'Somerville' };
  const rateOf = async ({ departure }: Sold) =>
    (await server.db.departureRate.findFirstOrThrow({ where: { availabilityId: departure.id } })).id;
  const slot = async (sold: Sold, more: object = {}) => ({ details: { availability_id: await rateOf(sold), ...more } });

  const ticketed = await offer({ product: { ticketTitle: 'Ticket', ticketPerParticipant: true } });
  const oneTicket = await offer({ product: { ticketTitle: 'Ticket', ticketPerParticipant: false } });
  const items = await offer({ level: { pricingType: 'per_item' } });
  const pass = await offer({
    level: { availabilityType: 'pass' },
    departure: { date: null, startTime: null, endTime: null, expirationDate: day('2026-09-01') },
  });
  const daily = await offer({ level: { availabilityType: 'daily' } });
  for (const date of ['2026-06-11', '2026-06-12']) await make.departure(daily.level, { date: day(date) });
  const small = await offer({ departure: { capacity: 2 } });
  const plain = await offer();
  const people = { contact_person: { id: seller.id }, tour_guide: { id: seller.id } };

  const book = async (name: string, sold: Sold, body: object, headers = {}): Promise<Case> => ({
    name,
    send: () => api.post(path(sold), { body, headers }),
  });
  const held = await make.order({ organizationId, offer: small, status: 'InCart', passengers: [{}, {}] });
  await server.db.booking.updateMany({ where: { orderId: held.id }, data: { holdExpiresAt: day('2026-05-31') } });
  const [one, two] = [
    await make.order({ organizationId, offer: ticketed, status: 'Cancelled' }),
    await make.order({ organizationId, offer: plain, status: 'Cancelled' }),
  ];
  const keyed = { leader, ...(await slot(plain)) };
  const everything = {
    leader: { first_name: 'Emmy', email: 'emmy@guest.example' },
    ...people,
    pickup: { date: '2026-06-10', time: '08:30', driver: { id: seller.id } },
    dropoff: { location: { point: { latitude: 52.1, longitude: 4.9, address: 'Dune' } } },
    reference_code: 'DESK-7',
  };
  return [
    await book('one guest', plain, { leader, ...(await slot(plain)) }),
    await book('guests with a ticket each, and tags', ticketed, {
      leader,
      passengers: [mary, { ...mary, price_category_id: ticketed.childId }],
      tags: [
        { key: 'desk', value: 'lobby' },
        { key: 'room', value: 7 },
      ],
      ...(await slot(ticketed)),
    }),
    await book('guests with one ticket', oneTicket, { leader, passengers: [mary], ...(await slot(oneTicket)) }),
    await book('people and transfers', plain, {
      leader,
      ...(await slot(plain)),
      additional_information: {
        ...people,
        pickup: {
          date: '2026-06-10',
          time: '08:15',
          driver: { id: seller.id },
          location: { point: { latitude: 52.3, longitude: 4.8, address: 'Quay' } },
        },
        dropoff: { location: { point: { id: point.id } } },
      },
    }),
    await book('items', items, { leader, ...(await slot(items, { quantity: 3 })) }),
    await book('a pass', pass, { leader, ...(await slot(pass, { selected_date: '2026-06-20' })) }),
    await book('a stay', daily, {
      leader,
      passengers: [mary],
      details: { checkin_date: '2026-06-10', checkout_date: '2026-06-13' },
    }),
    await book('a hold', plain, { leader, pending_booking: true, ...(await slot(plain)) }),
    await book('the places of an expired hold', small, { leader, passengers: [mary], ...(await slot(small)) }),
    await book('no places left', small, { leader, ...(await slot(small)) }),
    await book('an unknown departure', plain, { leader, details: { availability_id: 1 } }),
    await book('no details', plain, { leader }),
    await book('a key', plain, keyed, { 'idempotency-key': 'recorded' }),
    await book('the same key again', plain, keyed, { 'idempotency-key': 'recorded' }),
    await book(
      'the key of another booking',
      plain,
      { leader: mary, ...(await slot(plain)) },
      { 'idempotency-key': 'recorded' },
    ),
    await book('a refused booking with a key', plain, { leader }, { 'idempotency-key': 'refused' }),
    { name: 'an update of everything', send: () => api.patch(`/v1/orders/${two.id}`, { body: everything }) },
    {
      name: 'an update without a change',
      send: () => api.patch(`/v1/orders/${two.id}`, { body: { reference_code: 'DESK-7' } }),
    },
    {
      name: 'an update with a key',
      send: () =>
        api.patch(`/v1/orders/${two.id}`, { body: { reference_code: 'k' }, headers: { 'idempotency-key': 'u' } }),
    },
    {
      name: 'a batch that books',
      send: () => api.put('/v1/orders', { body: { orders: { ids: [one.id, two.id] }, status: 'Booked' } }),
    },
    {
      name: 'a batch that cancels',
      send: () =>
        api.put('/v1/orders', { body: { ...everything, orders: { ids: [one.id, two.id] }, status: 'Cancelled' } }),
    },
  ];
}

import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book } from '../testing/book.ts';
import { contextFor, NOW } from '../testing/context.ts';

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book']);
  context = await contextFor(database.db, seller.id);
});
afterAll(() => database.drop());

type Parts = NonNullable<Parameters<Factories['offer']>[1]>;

/** An offer that the seller may book: by default a slot priced per person. */
const offer = (parts: Parts = {}) => make.offer([seller.role.id], parts);

const ann = { firstName: 'Ann', lastName: 'Leader', email: 'ann@example.com' };

describe('a booking', () => {
  it('writes one line of the audit log', async () => {
    const { level, departure } = await offer();
    const order = await book(context, {
      role: seller.role,
      level,
      input: { leader: ann, details: { availabilityId: departure.id } },
    });
    expect(await database.db.auditEntry.findMany({ where: { entity: 'order', entityId: order.id } })).toMatchObject([
      {
        at: NOW,
        action: 'order.book',
        actorId: seller.id,
        organizationId: seller.role.organizationId,
        channel: 'api',
        requestId: 'request-of-a-test',
        before: null,
        after: { status: 'Booked', quantity: 1, total: '100', currency: 'EUR' },
      },
    ]);
  });

  it('puts tags on the order, a number as a number and a string as a string', async () => {
    const { level, departure } = await offer();
    const tags = [
      { key: 'room', value: 12 },
      { key: 'floor', value: '12' },
      { key: 'price', value: 0.1 },
    ];
    const input = { leader: ann, tags, details: { availabilityId: departure.id } };
    expect((await book(context, { role: seller.role, level, input })).tags).toEqual(tags);
  });

  it('issues a ticket for each participant or for the order, as the product says, or none', async () => {
    const people = { leader: ann, passengers: [{ firstName: 'Bo' }] };
    const ticketsOf = async (product: Parts['product'], more: object = {}) => {
      const { level, departure } = await offer({ ...(product ? { product } : {}) });
      const input = { ...people, ...more, details: { availabilityId: departure.id } };
      const order = await book(context, { role: seller.role, level, input });
      return {
        order,
        tickets: order.tickets,
        rows: await database.db.ticket.findMany({ where: { orderId: order.id }, orderBy: { id: 'asc' } }),
      };
    };
    const each = await ticketsOf({ ticketTitle: 'Ticket', ticketPerParticipant: true });
    expect(each.rows.map(({ passengerId }) => passengerId)).toEqual(each.order.passengers.map(({ id }) => id));
    const one = await ticketsOf({ ticketTitle: 'Ticket' });
    expect(one.rows.map(({ passengerId }) => passengerId)).toEqual([null]);
    const [ticket] = one.tickets;
    expect(ticket?.filename).toBe(`ticket-${one.order.id}-${ticket?.id}.pdf`);
    expect(ticket?.url).toMatch(/^http:\/\/localhost:4000\/tickets\/[\w-]{43}\/ticket-/);
    expect(new Set([...each.tickets, ...one.tickets].map(({ url }) => url.split('/')[4])).size).toBe(3);
    expect((await ticketsOf({})).tickets).toEqual([]);
    expect((await ticketsOf({ ticketTitle: 'Ticket' }, { pendingBooking: true })).tickets).toEqual([]);
  });

  it('sets a contact person, a tour guide and both transfers', async () => {
    const contact = await make.userWith(['orders.contact']);
    const guide = await make.userWith(['tours.guide']);
    const driver = await make.userWith(['transfers.drive']);
    await make.tag('team', 'red', { userId: guide.id });
    const { level, departure, product } = await offer();
    const order = await book(context, {
      role: seller.role,
      level,
      input: {
        leader: ann,
        details: { availabilityId: departure.id },
        additionalInformation: {
          contactPerson: { id: contact.id },
          tourGuide: { tags: [{ key: 'team', value: 'red' }] },
          pickup: {
            date: '2026-06-09T23:30:00-02:00',
            time: '08:15',
            driverId: driver.id,
            location: { point: { latitude: 52.1, longitude: 4.3, address: 'Beach 1' } },
          },
        },
      },
    });
    expect(order).toMatchObject({
      contactPerson: { id: contact.id },
      tourGuide: { id: guide.id },
      pickup: {
        date: '2026-06-10',
        time: '08:15:00',
        driver: { id: driver.id },
        location: { point: { latitude: 52.1, longitude: 4.3, address: 'Beach 1', city: { id: product.cityId } } },
      },
    });
  });
});

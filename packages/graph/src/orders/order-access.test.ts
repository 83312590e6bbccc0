import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { run } from '../testing/run.ts';

const UPDATE = /* GraphQL */ `
  mutation ($reference: String!, $input: OrderUpdateInput!) { updateOrder(reference: $reference, input: $input) { order { id: databaseId } } }
`;
const READ = /* GraphQL */ `
  query ($reference: String!) { order(reference: $reference) { id: databaseId } }
`;
const TAG = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [SafeInt!]!) { assignTags(target: $target, ids: $ids, tags: [{ key: "a", value: "b" }]) { count } }
`;

const MEMBERS: Record<string, object> = {
  status: { status: 'Booked' },
  leader: { leader: { firstName: 'New' } },
  pickup: { pickup: { time: '08:00' } },
  dropoff: { dropoff: { time: '08:00' } },
  contact_person: { contactPerson: null },
  tour_guide: { tourGuide: null },
  reference_code: { referenceCode: 'x' },
};
const ALL = Object.keys(MEMBERS);
const OF_GUESTS = ['status', 'leader', 'pickup', 'dropoff'];

let database: TestDatabase;
let make: Factories;
let actors: Record<string, { userId: number; orderId: number }>;

/** The relation of an actor to an order, whether the actor sees the order, and which members the actor may change. */
const TABLE: [actor: string, sees: boolean, members: string[]][] = [
  ['staff of the organization', true, ALL],
  ['somebody who holds the role that sold it, which books', true, ALL],
  ['the issuer, who books', true, ALL],
  ['the issuer, who books no longer', true, []],
  ['the contact person', true, OF_GUESTS],
  ['a user of the client', true, OF_GUESTS],
  ['the tour guide', true, []],
  ['the driver of the pickup', true, []],
  ['the driver of the dropoff', true, []],
  ['a guide who is also the contact person', true, OF_GUESTS],
  ['a colleague who books for another role', false, []],
  ['a colleague without any right', false, []],
  ['staff of another organization', false, []],
  ['an anonymous client', false, []],
];

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const elsewhere = await make.organization();
  const at = async (user: { id: number }, columns: Parameters<Factories['order']>[0] = {}) => ({
    userId: user.id,
    orderId: (await make.order({ offer: null, ...columns })).id,
  });
  const staff = await make.userWith(['orders.view-all']);
  const seller = await make.userWith(['products.book']);
  const issuer = await make.userWith(['products.book']);
  const former = await make.userWith([]);
  const contact = await make.userWith(['orders.contact']);
  const client = await make.client();
  const guest = await make.user({ clients: [client.id] });
  const guide = await make.userWith(['tours.guide']);
  const driver = await make.userWith(['transfers.drive']);
  const both = await make.userWith(['tours.guide', 'orders.contact']);
  actors = {
    'staff of the organization': await at(staff),
    'somebody who holds the role that sold it, which books': await at(seller, { roleId: seller.role.id }),
    'the issuer, who books': await at(issuer, { issuerId: issuer.id }),
    'the issuer, who books no longer': await at(former, { issuerId: former.id, roleId: former.role.id }),
    'the contact person': await at(contact, { contactPersonId: contact.id }),
    'a user of the client': await at(guest, { clientId: client.id }),
    'the tour guide': await at(guide, { tourGuideId: guide.id }),
    'the driver of the pickup': await at(driver, { pickup: { driverId: driver.id } }),
    'the driver of the dropoff': await at(driver, { dropoff: { driverId: driver.id } }),
    'a guide who is also the contact person': await at(both, { tourGuideId: both.id, contactPersonId: both.id }),
    'a colleague who books for another role': await at(await make.userWith(['products.book'])),
    'a colleague without any right': await at(await make.userWith([])),
    'staff of another organization': await at(
      await make.userWith(['orders.view-all', 'products.book'], { organizationId: elsewhere.id }),
    ),
    'an anonymous client': { userId: 0, orderId: (await make.order({ offer: null })).id },
  };
});
afterAll(() => database.drop());

async function as(actor: string) {
  const { userId = 0, orderId = 0 } = actors[actor] ?? {};
  return { context: await contextFor(database.db, userId || null), orderId, reference: String(orderId) };
}

const hiddenAs = (actor: string) => (actor === 'an anonymous client' ? 'UNAUTHENTICATED' : 'NOT_FOUND');

describe.each(TABLE)('%s', (actor, sees, members) => {
  it(sees ? 'sees the order' : 'does not see the order', async () => {
    const { context, reference } = await as(actor);
    const { data, errors } = await run<{ order: object }>(READ, { reference }, context);
    if (sees) expect(data).toMatchObject({ order: { id: Number(reference) } });
    else expect(errors).toMatchObject([{ code: hiddenAs(actor) }]);
  });

  it(`changes ${members.join(', ') || 'nothing'}`, async () => {
    const { context, reference } = await as(actor);
    for (const [member, input] of Object.entries(MEMBERS)) {
      const { errors } = await run(UPDATE, { reference, input }, context);
      if (members.includes(member)) expect([member, errors]).toEqual([member, []]);
      else if (sees) {
        const message = `You may not change ${member} of this order.`;
        expect([member, errors]).toEqual([member, [{ code: 'FORBIDDEN', message }]]);
      } else expect([member, errors]).toMatchObject([member, [{ code: hiddenAs(actor) }]]);
    }
  });

  it(members === ALL ? 'tags the order, its booking and its transfers' : 'tags none of them', async () => {
    const { context, orderId } = await as(actor);
    const order = await database.db.order.findUniqueOrThrow({ where: { id: orderId } });
    for (const [target, id] of [
      ['orders', orderId],
      ['transfers', order.pickupId],
      ['transfers', order.dropoffId],
    ] as const) {
      const { errors } = await run(TAG, { target, ids: [id] }, context);
      if (members === ALL) expect(errors).toEqual([]);
      else if (sees) expect(errors).toMatchObject([{ code: 'FORBIDDEN' }]);
      else if (actor === 'an anonymous client') expect(errors).toMatchObject([{ code: 'UNAUTHENTICATED' }]);
      else expect(errors).toMatchObject([{ code: 'VALIDATION', fields: [{ path: ['ids', 0] }] }]);
    }
  });
});

describe('a change', () => {
  it('with one forbidden member is refused as a whole', async () => {
    const { context, reference } = await as('the contact person');
    const input = { pickup: { time: '09:09' }, leader: { firstName: 'Not' }, referenceCode: 'x' };
    const { errors } = await run(UPDATE, { reference, input }, context);
    expect(errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    const row = await database.db.order.findUniqueOrThrow({
      where: { id: Number(reference) },
      include: { pickup: true, passengers: true },
    });
    expect(row.pickup.time).not.toEqual(new Date('1970-01-01T09:09:00Z'));
    expect(row.passengers.map(({ firstName }) => firstName)).not.toContain('Not');
  });

  it('after which the actor no longer sees the order still answers with the order', async () => {
    const contact = await make.userWith(['orders.contact', 'products.book']);
    const order = await make.order({ offer: null, contactPersonId: contact.id, issuerId: contact.id });
    const context = await contextFor(database.db, contact.id);
    const { data } = await run(UPDATE, { reference: String(order.id), input: { contactPerson: null } }, context);
    expect(data).toMatchObject({ updateOrder: { id: order.id } });
  });
});

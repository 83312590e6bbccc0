import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW, SETTINGS } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal, run } from '../testing/run.ts';

const OPTIONS = /* GraphQL */ `
  query ($id: SafeInt!) {
    orderOptions(orderId: $id) {
      mayChange statusMoves { to isAllowed refusal }
      drivers { id: databaseId } tourGuides { id: databaseId } contactPersons { id: databaseId } pickupPlaces { id: pointId address }
    }
  }`;
const MOVE =
  'mutation ($id: String!, $to: OrderStatus!) { updateOrder(reference: $id, input: { status: $to }) { order { id: databaseId } } }';
const ALL = ['status', 'leader', 'pickup', 'dropoff', 'contactPerson', 'tourGuide', 'referenceCode', 'tags'];

type Named = { id: number }[];
type Move = { to: string; isAllowed: boolean; refusal: string | null };
type Options = {
  orderOptions: {
    mayChange: string[];
    statusMoves: Move[];
    drivers: Named;
    tourGuides: Named;
    contactPersons: Named;
    pickupPlaces: { id: number; address: string }[];
  };
};

let database: TestDatabase;
let make: Factories;
let staff: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staff = await contextFor(database.db, (await make.userWith(['orders.view-all', 'console.access'])).id);
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

const optionsOf = async (id: number, as = staff) => (await answer<Options>(OPTIONS, { id }, as)).orderOptions;
const refusals = async (id: number, as = staff) =>
  Object.fromEntries((await optionsOf(id, as)).statusMoves.map(({ to, refusal }) => [to, refusal]));
const NO_PLACES = 'There are not enough places left.';

describe('the options of an order', () => {
  it('include the people of its organization who hold the right, and no others', async () => {
    const elsewhere = (await make.organization()).id;
    const driver = await make.userWith(['transfers.drive']);
    const guide = await make.userWith(['tours.guide']);
    const contact = await make.userWith(['orders.contact']);
    for (const permission of ['transfers.drive', 'tours.guide', 'orders.contact'])
      await make.userWith([permission], { organizationId: elsewhere });
    const { id } = await make.order({ offer: null });
    expect(await optionsOf(id)).toMatchObject({
      mayChange: ALL,
      drivers: [{ id: driver.id }],
      tourGuides: [{ id: guide.id }],
      contactPersons: [{ id: contact.id }],
      pickupPlaces: [],
    });
  });

  it('include the pickup places of the booked service level', async () => {
    const offer = await make.offer([]);
    const { id: pointId } = await database.db.point.create({
      data: { latitude: 52, longitude: 4, address: 'Dam 1', cityId: offer.product.cityId },
    });
    const times = { timeStart: NOW, timeEnd: NOW, timeBefore: 10 };
    await database.db.pickupOptions.create({
      data: {
        serviceLevelId: offer.level.id,
        type: 'pre_defined',
        timeWindow: 1,
        timeBefore: 1,
        places: { create: { pointId, ...times } },
      },
    });
    const { id } = await make.order({ offer });
    expect((await optionsOf(id)).pickupPlaces).toEqual([{ id: pointId, address: 'Dam 1' }]);
    expect((await optionsOf((await make.order({ offer: null })).id)).pickupPlaces).toEqual([]);
  });

  it('include the states to which the setting orderStatusMoves allows a move', async () => {
    const { id } = await make.order({ offer: null });
    expect(await refusals(id)).toEqual({ InCart: null, Cancelled: null, Deleted: null });
    const strict: Context = { ...staff, settings: { ...SETTINGS, orderStatusMoves: ['Booked>Cancelled'] } };
    expect(await refusals(id, strict)).toEqual({
      InCart: 'An order cannot move from Booked to InCart.',
      Cancelled: null,
      Deleted: 'An order cannot move from Booked to Deleted.',
    });
  });

  it('report sold-out places exactly when the move is refused for them', async () => {
    const offer = await make.offer([], { departure: { capacity: 2 } });
    const order = await make.order({ offer, status: 'Cancelled' });
    expect(await refusals(order.id)).toMatchObject({ Booked: null, InCart: null });
    await make.order({ offer });
    const hold = await make.order({
      offer,
      status: 'InCart',
      booking: { holdExpiresAt: new Date(NOW.getTime() + 60_000) },
    });
    expect(await refusals(order.id)).toEqual({ Booked: NO_PLACES, InCart: NO_PLACES, Deleted: null });
    expect(await refusal(MOVE, { id: String(order.id), to: 'Booked' }, staff)).toMatchObject({ message: NO_PLACES });
    await database.db.booking.updateMany({
      where: { orderId: hold.id },
      data: { holdExpiresAt: new Date(NOW.getTime() - 1) },
    });
    expect(await refusals(order.id)).toMatchObject({ Booked: null });
    await answer(MOVE, { id: String(order.id), to: 'Booked' }, staff);
  });

  it('are limited to the parts that the viewer may change, and to staff who see the order', async () => {
    const contact = await make.userWith(['console.access', 'orders.contact']);
    const order = await make.order({ offer: null, contactPersonId: contact.id });
    const as = await contextFor(database.db, contact.id);
    expect((await optionsOf(order.id, as)).mayChange).toEqual(['status', 'leader', 'pickup', 'dropoff']);
    const other = await make.order({ offer: null });
    const partner = await make.userWith(['orders.view-all']);
    for (const [context, id] of [
      [as, other.id],
      [await contextFor(database.db, partner.id), order.id],
      [staff, 999_999],
    ] as const) {
      const { errors } = await run(OPTIONS, { id }, context);
      expect(errors).toEqual([{ code: 'NOT_FOUND', message: 'Order not found.' }]);
    }
  });
});

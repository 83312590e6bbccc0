import {
  createFactories,
  day,
  type Factories,
  type Offer,
  type TestDatabase,
  testDatabase,
  waitingForLocks,
} from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, type Refusal, refusal } from '../testing/run.ts';

const UPDATE = /* GraphQL */ `
  mutation ($orders: OrderSelection!, $input: OrderUpdateInput!) {
    orders: updateOrders(orders: $orders, input: $input) {
      orders {
        id: databaseId status version referenceCode
        pickup { date location { point { id: pointId } } }
      }
    }
  }
`;

type Updated = {
  id: number;
  status: string;
  version: number;
  pickup: { date: string; location: { point: { id: number } | null } };
};
type Selection = { ids?: number[]; tags?: object[] };

let database: TestDatabase;
let make: Factories;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
  staff = await make.userWith(['orders.view-all']);
  context = await contextFor(database.db, staff.id);
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

const update = async (orders: Selection, input: object, as = context): Promise<Updated[]> =>
  (await answer<{ orders: Updated[] }>(UPDATE, { orders, input }, as)).orders;
const refused = (orders: Selection, input: object, as = context): Promise<Refusal> =>
  refusal(UPDATE, { orders, input }, as);
const order = (parts: Parameters<Factories['order']>[0] = {}) => make.order({ offer: null, ...parts });
const versionsOf = async (orders: { id: number }[]) =>
  (await database.db.order.findMany({ where: { id: { in: orders.map(({ id }) => id) } }, orderBy: { id: 'asc' } })).map(
    ({ version }) => version,
  );
const bookedOf = async ({ departure }: Offer) =>
  (await database.db.availability.findUniqueOrThrow({ where: { id: departure.id } })).booked;

describe('a batch', () => {
  it('applies the same change to its orders and answers with them newest first, each once', async () => {
    const [one, two] = [await order(), await order({ referenceCode: 'same' })];
    const updated = await update({ ids: [two.id, one.id, two.id] }, { referenceCode: 'same' });
    expect(updated).toMatchObject([
      { id: two.id, version: 1, referenceCode: 'same' },
      { id: one.id, version: 2, referenceCode: 'same' },
    ]);
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'order', entityId: { in: [one.id, two.id] } },
    });
    expect(lines.map(({ entityId }) => entityId)).toEqual([one.id]);
  });

  it('changes the state that another transaction committed while it waited, also that of transfers', async () => {
    const [one, two] = [await order({ referenceCode: 'before' }), await order({ referenceCode: 'before' })];
    const sent = await database.db.$transaction(async (tx) => {
      await tx.transfer.update({ where: { id: two.pickupId }, data: { date: day('2026-07-01') } });
      await tx.order.update({ where: { id: two.id }, data: { referenceCode: 'theirs', version: { increment: 1 } } });
      const batch = update({ ids: [one.id, two.id] }, { referenceCode: 'ours', pickup: { date: '2026-07-02' } });
      await expect.poll(() => waitingForLocks(database.db)).toBe(1);
      return { batch };
    });
    expect(await sent.batch).toMatchObject([
      { id: two.id, version: 3, referenceCode: 'ours' },
      { id: one.id, version: 2, referenceCode: 'ours' },
    ]);
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'order', entityId: { in: [one.id, two.id] } },
      orderBy: { entityId: 'asc' },
    });
    expect(lines.map(({ before }) => before)).toMatchObject([
      { referenceCode: 'before' },
      { referenceCode: 'theirs', 'pickup.date': '2026-07-01' },
    ]);
  });

  it('changes the places of several departures by their sums', async () => {
    const [one, other] = [await make.offer([]), await make.offer([])];
    const orders = [
      await make.order({ offer: one, passengers: [{}, {}] }),
      await make.order({ offer: other }),
      await make.order({ offer: one, status: 'InCart' }),
      await make.order({ offer: one, status: 'Deleted' }),
    ];
    const ids = orders.map(({ id }) => id);
    await update({ ids }, { status: 'Cancelled' });
    expect([await bookedOf(one), await bookedOf(other)]).toEqual([0, 0]);
    await update({ ids }, { status: 'Booked' });
    expect([await bookedOf(one), await bookedOf(other)]).toEqual([4, 1]);
  });

  it('converts transfer dates to the time zone of each order, and creates points in its city', async () => {
    const oslo = await make.city({ timeZone: 'Pacific/Auckland' });
    const [here, there] = [await order(), await order({ cityId: oslo.id, timeZone: 'Pacific/Auckland' })];
    const pickup = { date: '2026-06-10T12:00:00Z', location: { point: { latitude: 1, longitude: 2 } } };
    const [second, first] = await update({ ids: [here.id, there.id] }, { pickup });
    expect([first?.pickup.date, second?.pickup.date]).toEqual(['2026-06-10', '2026-06-11']);
    const points = await database.db.point.findMany({
      where: { id: { in: [first, second].map((one) => one?.pickup.location.point?.id ?? 0) } },
      orderBy: { id: 'asc' },
    });
    expect(points.map(({ cityId }) => cityId)).toEqual([here.cityId, oslo.id]);
  });

  it('changes all orders or none', async () => {
    const small = await make.offer([], { departure: { capacity: 2 } });
    const orders = [
      await order(),
      await make.order({ offer: small, status: 'Cancelled' }),
      await make.order({ offer: small, status: 'Cancelled', passengers: [{}, {}] }),
    ];
    const ids = orders.map(({ id }) => id);
    const lines = await database.db.auditEntry.count();
    const input = {
      status: 'Booked',
      referenceCode: 'x',
      pickup: { location: { point: { latitude: 1, longitude: 2 } } },
    };
    const points = await database.db.point.count();
    expect(await refused({ ids }, input)).toMatchObject({ code: 'CONFLICT' });
    expect(await refused({ ids }, { referenceCode: 'x', tourGuide: { id: 0 } })).toMatchObject({
      fields: [{ path: ['tourGuide', 'id'] }],
    });
    expect(await versionsOf(orders)).toEqual([1, 1, 1]);
    expect(await bookedOf(small)).toBe(0);
    expect(await database.db.point.count()).toBe(points);
    expect(await database.db.auditEntry.count()).toBe(lines);
  });

  it('is refused as a whole where the change of one order is forbidden, and where one order is invisible', async () => {
    const contact = await make.userWith(['orders.contact', 'products.book']);
    const as = await contextFor(database.db, contact.id);
    const [sold, watched, hidden] = [
      await order({ issuerId: contact.id }),
      await order({ contactPersonId: contact.id }),
      await order(),
    ];
    const input = { referenceCode: 'x' };
    expect(await refused({ ids: [sold.id, watched.id] }, input, as)).toEqual({
      code: 'FORBIDDEN',
      message: 'You may not change reference_code of this order.',
    });
    expect(await refused({ ids: [sold.id, hidden.id, 999_999, watched.id] }, input, as)).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: ['orders', 'ids', 1] }, { path: ['orders', 'ids', 2] }],
    });
    expect(await versionsOf([sold, watched, hidden])).toEqual([1, 1, 1]);
    expect(await update({ ids: [sold.id] }, input, as)).toMatchObject([{ version: 2 }]);
  });

  it('takes as many statements for fifty orders as for two', async () => {
    const offer = await make.offer([], { departure: { capacity: 100 } });
    const orders = await Promise.all(Array.from({ length: 52 }, () => make.order({ offer })));
    const ids = orders.map(({ id }) => id);
    const input = { status: 'Cancelled', referenceCode: 'x', leader: { firstName: 'A' }, dropoff: { time: '10:00' } };
    const counted = async (some: number[]) => {
      statements = [];
      await update({ ids: some }, input);
      return statements.length;
    };
    expect(await counted(ids.slice(2))).toBe(await counted(ids.slice(0, 2)));
  });
});

describe('a selection of orders', () => {
  const touched = async (selection: Selection, as = context) =>
    (await update(selection, {}, as)).map(({ id }) => id).sort((one, other) => one - other);

  it('is by ids, by tags, or by both; orders must then match both', async () => {
    const [red, green, both] = [
      await order({ tags: { colour: 'red' } }),
      await order({ tags: { colour: 'green', size: 7 } }),
      await order({ tags: { colour: 'red', size: 7 } }),
    ];
    expect(await touched({ tags: [{ text: 'red' }] })).toEqual([red.id, both.id]);
    expect(await touched({ tags: [{ text: 'colour:red' }, { key: 'size' }] })).toEqual([both.id]);
    expect(await touched({ tags: [{ key: 'size', value: '7' }] })).toEqual([green.id, both.id]);
    expect(await touched({ tags: [{ key: 'size', value: 7 }], ids: [both.id, red.id] })).toEqual([both.id]);
    expect(await touched({ ids: [green.id] })).toEqual([green.id]);
    expect(await touched({ ids: [green.id], tags: [] })).toEqual([green.id]);
  });

  it('never selects all orders', async () => {
    await order();
    const code = { code: 'VALIDATION' };
    for (const selection of [{}, { ids: [] }, { tags: [] }, { ids: [], tags: [] }, { tags: [{}] }]) {
      expect([selection, await refused(selection, {})]).toMatchObject([selection, code]);
    }
    expect(await refused({ tags: [{ text: 'carried by none' }] }, {})).toMatchObject({
      ...code,
      fields: [{ path: ['orders'] }],
    });
  });

  it('by tags selects only visible orders', async () => {
    const seller = await make.userWith(['products.book']);
    const [own, other] = [
      await order({ issuerId: seller.id, tags: { shared: 'yes' } }),
      await order({ tags: { shared: 'yes' } }),
    ];
    const tags = [{ text: 'shared:yes' }];
    expect(await touched({ tags }, await contextFor(database.db, seller.id))).toEqual([own.id]);
    expect(await touched({ tags })).toEqual([own.id, other.id]);
  });
});

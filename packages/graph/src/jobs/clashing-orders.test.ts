import { day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clashWorld } from '../testing/clash-world.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  query ($filter: OrderFilter, $page: Int! = 1, $perPage: Int! = 100, $sort: OrderSort) {
    orders(filter: $filter, page: $page, perPage: $perPage, sort: $sort) { id: databaseId clashes { kind } }
    ordersMeta(filter: $filter, perPage: $perPage) { total }
  }
`;
const IDS = 'query ($filter: OrderFilter) { orders(filter: $filter, perPage: 100) { id: databaseId } }';
const PLAN = /* GraphQL */ `
  mutation ($filter: OrderFilter!) {
    batch: planBatch(orders: { filter: $filter }, change: { contactPerson: { id: null } }) {
      batch {
        rows(perPage: 1000) { orderId }
      }
    }
  }
`;
const RANGES = [
  { start: '2026-03-28', end: '2026-03-30' },
  { start: '2026-06-09', end: '2026-06-14' },
  { start: '2026-10-24', end: '2026-10-26' },
];

type List = { orders: { id: number; clashes: { kind: string }[] }[]; ordersMeta: { total: number } };

let database: TestDatabase;
let world: Awaited<ReturnType<typeof clashWorld>>;

beforeAll(async () => {
  database = await testDatabase();
  world = await clashWorld(database);
  const { db } = database;
  for (const { orderId, task, personId } of world.cases.flatMap(({ moves }) => moves)) {
    if (task === 'guide') await db.order.update({ where: { id: orderId }, data: { tourGuideId: personId } });
    else await db.order.update({ where: { id: orderId }, data: { [task]: { update: { driverId: personId } } } });
  }
}, 120_000);
afterAll(() => database.drop());

async function pages(filter: object, more: object = {}): Promise<List['orders']> {
  const found: List['orders'] = [];
  for (let page = 1; ; page += 1) {
    const variables = { filter, page, perPage: 50, ...more };
    const { orders, ordersMeta } = await answer<List>(LIST, variables, world.context);
    found.push(...orders);
    if (orders.length === 0) {
      expect(ordersMeta.total).toBe(found.length);
      return found;
    }
  }
}
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id).sort((one, other) => one - other);

describe('the filter for orders with a clash', () => {
  it.each(RANGES)('finds those whose clashes are listed, from $start to $end', async (activityDate) => {
    const all = await pages({ activityDate });
    const clashing = all.filter(({ clashes }) => clashes.length > 0);
    expect(clashing.length).toBeGreaterThan(0);
    expect(await pages({ activityDate, hasClash: true })).toEqual(clashing);
    expect(await pages({ activityDate, hasClash: false })).toEqual(all);
    const sort = { by: 'leader', descending: true };
    expect(idsOf(await pages({ activityDate, hasClash: true }, { sort }))).toEqual(idsOf(clashing));
  });

  it('selects the same orders for a batch', async () => {
    const filter = { activityDate: RANGES[1], hasClash: true };
    const { batch } = await answer<{ batch: { rows: { orderId: number }[] } }>(PLAN, { filter }, world.context);
    expect(batch.rows.map(({ orderId }) => orderId).sort((one, other) => one - other)).toEqual(
      idsOf(await pages(filter)),
    );
  });

  it('combines with other filters, also where the other job of the clash does not match them', async () => {
    const filter = { activityDate: RANGES[1], hasClash: true };
    const [one] = await pages(filter);
    const { orders } = await answer<List>(IDS, { filter: { ...filter, search: String(one?.id) } }, world.context);
    expect(orders.map(({ id }) => id)).toContain(one?.id);
    expect(await pages({ ...filter, status: ['Cancelled'] })).toEqual([]);
  });

  it('is refused without a range of at most 31 days', async () => {
    const refused = {
      code: 'VALIDATION',
      fields: [
        {
          path: ['filter', 'activityDate'],
          message: 'must have a start and an end, at most 31 days in all, for orders with a clash.',
        },
      ],
    };
    for (const activityDate of [
      undefined,
      {},
      { start: '2026-06-01' },
      { end: '2026-06-01' },
      { start: '2026-06-01', end: '2026-07-02' },
    ])
      expect(await refusal(IDS, { filter: { activityDate, hasClash: true } }, world.context)).toMatchObject(refused);
    await answer(
      IDS,
      { filter: { activityDate: { start: '2026-06-01', end: '2026-07-01' }, hasClash: true } },
      world.context,
    );
    await answer(IDS, { filter: { todayOrders: true, hasClash: true } }, world.context);
  });

  it('finds nothing for viewers who are not staff', async () => {
    const { make } = world;
    const seller = await make.user();
    await make.order({ issuerId: seller.id, offer: await make.offer([], { departure: { date: day('2026-06-10') } }) });
    const context = await contextFor(database.db, seller.id);
    const filter = { activityDate: RANGES[1] };
    expect((await answer<List>(IDS, { filter }, context)).orders).toHaveLength(1);
    expect((await answer<List>(IDS, { filter: { ...filter, hasClash: true } }, context)).orders).toEqual([]);
  });
});

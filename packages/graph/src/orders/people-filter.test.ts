import { createFactories, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  query ($filter: OrderFilter) { orders(filter: $filter, perPage: 100) { id: databaseId } ordersMeta(filter: $filter, perPage: 100) { total } }
`;

let database: TestDatabase;
let context: Context;
let ids: Record<string, number>;
let people: { ann: number; ben: number; cas: number };

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  context = await contextFor(database.db, (await make.userWith(['orders.view-all', 'console.access'])).id);
  const [ann, ben, cas] = [(await make.user()).id, (await make.user()).id, (await make.user()).id];
  people = { ann, ben, cas };
  const guided = await make.offer([], { level: { hasTourGuide: true } });
  const planned = { date: day('2026-06-10') };
  const made = {
    pickedUpByAnn: await make.order({ pickup: { ...planned, driverId: ann } }),
    droppedOffByBen: await make.order({ dropoff: { ...planned, driverId: ben } }),
    bothWays: await make.order({ pickup: { ...planned, driverId: ann }, dropoff: { ...planned, driverId: ben } }),
    guidedByAnn: await make.order({ offer: guided, tourGuideId: ann }),
    contactBen: await make.order({ contactPersonId: ben }),
    issuedByCas: await make.order({ issuerId: cas }),
    noDriver: await make.order({ pickup: planned }),
    noDriverBack: await make.order({ dropoff: planned, status: 'InCart' }),
    noGuide: await make.order({ offer: guided }),
    cancelled: await make.order({ pickup: planned, status: 'Cancelled' }),
    noTransfer: await make.order(),
  };
  ids = Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, id]));
});
afterAll(() => database.drop());

/** The names of the orders that a filter finds. */
async function found(filter: object): Promise<string[]> {
  const { orders, ordersMeta } = await answer<{ orders: { id: number }[]; ordersMeta: { total: number } }>(
    LIST,
    { filter },
    context,
  );
  expect(ordersMeta.total).toBe(orders.length);
  const listed = new Set(orders.map(({ id }) => id));
  return Object.entries(ids).flatMap(([name, id]) => (listed.has(id) ? [name] : []));
}

describe('the filter by people', () => {
  it('finds the orders in which somebody drives, guides, is contact person or issuer', async () => {
    const { ann, ben, cas } = people;
    expect(await found({ driver: { ids: [ann] } })).toEqual(['pickedUpByAnn', 'bothWays']);
    expect(await found({ driver: { ids: [ann, ben] } })).toEqual(['pickedUpByAnn', 'droppedOffByBen', 'bothWays']);
    expect(await found({ tourGuide: { ids: [ann] } })).toEqual(['guidedByAnn']);
    expect(await found({ contactPerson: { ids: [ben] } })).toEqual(['contactBen']);
    expect(await found({ issuer: { ids: [cas] } })).toEqual(['issuedByCas']);
    for (const member of ['driver', 'tourGuide', 'contactPerson', 'issuer'])
      for (const none of [[], [0], [2_147_483_647]]) expect(await found({ [member]: { ids: none } })).toEqual([]);
    expect(await found({ driver: { ids: [ann] }, contactPerson: { ids: [ben] } })).toEqual([]);
  });

  it('finds those of some days, for batches and statistics as for lists', async () => {
    const days = { activityDate: { start: '2026-06-10', end: '2026-06-10' } };
    const ofAnn = { driver: { ids: [people.ann, people.ben] }, ...days };
    expect(await found(ofAnn)).toEqual(['pickedUpByAnn', 'droppedOffByBen', 'bothWays']);
    expect(await found({ ...ofAnn, activityDate: { end: '2026-06-09' } })).toEqual([]);
    for (const [filter, count] of [
      [ofAnn, 3],
      [{ isUnassigned: true, ...days }, 3],
      [{ tourGuide: { ids: [people.ann] }, issuer: { ids: [people.cas] } }, 0],
    ] as const) {
      const status = ['Booked', 'InCart'];
      const { orderStatistics } = await answer<{ orderStatistics: { total: { orders: number } } }>(
        'query ($filter: OrderFilter) { orderStatistics(filter: $filter) { total { orders } } }',
        { filter: { ...filter, status } },
        context,
      );
      expect(orderStatistics.total.orders).toBe(count);
      if (count === 0) continue;
      const { planBatch } = await answer<{ planBatch: { counts: { total: number } } }>(
        'mutation ($orders: BatchOrders!) { planBatch(orders: $orders, change: { status: Cancelled }) { batch { counts { total } } } }',
        { orders: { filter } },
        context,
      );
      expect(planBatch.counts.total).toBe(count);
    }
  });

  it('finds the orders that lack a driver or a guide', async () => {
    expect(await found({ isUnassigned: true })).toEqual(['noDriver', 'noDriverBack', 'noGuide']);
    expect(await found({ isUnassigned: true, status: ['InCart'] })).toEqual(['noDriverBack']);
    expect(await found({ isUnassigned: false })).toHaveLength(Object.keys(ids).length);
  });
});

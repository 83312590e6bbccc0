import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { book } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

let database: TestDatabase;
let make: ReturnType<typeof createFactories>;
beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
});
afterAll(() => database.drop());

it.each([
  [null, 'none', 0],
  [null, 'hours', 90],
  ['minutes', 'hours', 1.5],
  ['hours', 'none', 90],
  ['none', 'hours', 0],
] as const)(
  'counts durations in the unit of the organization (%s), else of the installation (%s)',
  async (own, usual, minutes) => {
    const seller = await make.userWith(['products.book', 'orders.view-all']);
    const context = await contextFor(database.db, seller.id, { settings: { durationUnit: usual } });
    const { level, departure, product } = await make.offer([seller.role.id], {
      level: { availabilityType: 'per_time', durationTime: 1.5 },
      departure: { startTime: new Date('1970-01-01T09:00:00Z'), endTime: null },
    });
    await database.db.organization.update({ where: { id: product.organizationId }, data: { durationUnit: own } });
    const input = { leader: { firstName: 'Ann' }, details: { availabilityId: departure.id } };
    const { id } = await book(context, { role: seller.role, level, input });
    const text = 'query ($id: String!) { order(reference: $id) { startsAt endsAt endIsKnown } }';
    const { order } = await answer<{ order: { startsAt: string; endsAt: string; endIsKnown: boolean } }>(
      text,
      { id: String(id) },
      context,
    );
    expect([(Date.parse(order.endsAt) - Date.parse(order.startsAt)) / 60_000, order.endIsKnown]).toEqual([
      minutes,
      minutes > 0,
    ]);
  },
);

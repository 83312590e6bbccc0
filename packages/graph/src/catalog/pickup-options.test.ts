import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const OPTIONS = /* GraphQL */ `
  query ($role: String!, $level: SafeInt!) {
    options: pickupOptions(role: $role, serviceLevelId: $level) {
      type timeWindow timeBefore
      places { id: pointId address timeBefore timeRange { start end } }
      timeSelection { timeRange { start end } timeList { id: timeId time } }
    }
  }
`;

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith([]);
  context = await contextFor(database.db, seller.id);
});
afterAll(() => database.drop());

const levelOf = async (product: Parameters<Factories['product']>[0]) =>
  make.level({ productId: (await make.product(product)).id });
const requested = ({ id }: { id: number }) => ({ role: String(seller.role.id), level: id });

describe('the pickup options of a service level', () => {
  it('are places in the order of the catalogue, identified by their points, and times in ascending order', async () => {
    const level = await levelOf({ soldBy: [seller.role.id] });
    const { places, times } = await make.pickupOptions({ serviceLevelId: level.id });
    await database.db.pickupPlace.update({ where: { id: places[0]?.id ?? 0 }, data: { position: 9 } });
    const points = await database.db.point.findMany({
      where: { id: { in: places.map(({ pointId }) => pointId) } },
      orderBy: { id: 'desc' },
    });
    expect(await answer(OPTIONS, requested(level), context)).toEqual({
      options: {
        type: 'pre_defined',
        timeWindow: 15,
        timeBefore: 30,
        places: points.map(({ id, address }) => ({
          id,
          address,
          timeBefore: 20,
          timeRange: { start: '08:00:00', end: '08:30:00' },
        })),
        timeSelection: {
          timeRange: { start: '07:00:00', end: '09:00:00' },
          timeList: [
            { id: times[1]?.id, time: '08:00:00' },
            { id: times[0]?.id, time: '08:15:00' },
          ],
        },
      },
    });
  });

  it('may have no time range', async () => {
    const level = await levelOf({ soldBy: [seller.role.id] });
    await make.pickupOptions({ serviceLevelId: level.id, timeRangeStart: null, timeRangeEnd: null });
    expect(await answer(OPTIONS, requested(level), context)).toMatchObject({
      options: { timeSelection: { timeRange: { start: null, end: null } } },
    });
  });

  it('are not found for a service level without pickup, and where the role does not sell the product', async () => {
    const without = await levelOf({ soldBy: [seller.role.id] });
    const withdrawn = await levelOf({ soldBy: [seller.role.id], isPublished: false });
    const foreign = await levelOf({});
    for (const { id: serviceLevelId } of [withdrawn, foreign]) await make.pickupOptions({ serviceLevelId });
    for (const level of [without, withdrawn, foreign, { id: 999_999 }]) {
      expect(await refusal(OPTIONS, requested(level), context)).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

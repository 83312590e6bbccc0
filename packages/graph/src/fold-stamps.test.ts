import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldStamps } from './fold-stamps.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The sum of the stamps of a table, and the number of their rows. */
async function stamps(name: string) {
  const { _sum, _count } = await database.db.changeStamp.aggregate({
    where: { name },
    _sum: { value: true },
    _count: true,
  });
  return { sum: String(_sum.value), rows: _count };
}

const rename = (name: string) => database.db.city.updateMany({ data: { name } });

it('adds stamps up without changing their sum', async () => {
  const { db } = database;
  await db.country.create({ data: { name: 'Utopia', code: 'UT', cities: { create: { name: 'A', timeZone: 'UTC' } } } });
  await foldStamps(db);
  const before = await stamps('city');
  expect(before.rows).toBe(1);
  await rename('B');
  await rename('C');
  const changed = await stamps('city');
  expect(changed.rows).toBe(3);
  expect(changed.sum).not.toBe(before.sum);
  await foldStamps(db);
  expect(await stamps('city')).toEqual({ sum: changed.sum, rows: 1 });
});

it('a transaction has one stamp of a table, however often it writes it, and none if it is rolled back', async () => {
  const { db } = database;
  await foldStamps(db);
  const before = await stamps('city');
  await db.$transaction(async (tx) => {
    for (const name of ['D', 'E', 'F']) await tx.city.updateMany({ data: { name } });
  });
  const changed = await stamps('city');
  expect(changed.rows).toBe(2);
  expect(changed.sum).not.toBe(before.sum);
  const failed = db.$transaction(async (tx) => {
    await tx.city.updateMany({ data: { name: 'G' } });
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await stamps('city')).toEqual(changed);
});

it('a stamp that was restored with the number of a transaction does not hide its change', async () => {
  const { db } = database;
  const before = await stamps('city');
  const restored = await db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ id: number }[]>`SELECT pg_current_xact_id()::text::bigint AS id`;
    // By another transaction.
    await db.changeStamp.create({ data: { name: 'city', transaction: row?.id ?? 0, value: 7 } });
    const found = await stamps('city');
    await tx.city.updateMany({ data: { name: 'H' } });
    return found;
  });
  expect(restored.rows).toBe(before.rows + 1);
  const changed = await stamps('city');
  expect([changed.rows, changed.sum === restored.sum]).toEqual([restored.rows, false]);
});

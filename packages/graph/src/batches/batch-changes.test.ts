import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchBy } from '../testing/batches.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

let database: TestDatabase;

beforeAll(async () => {
  // With one connection, the statistics below are those of its own process.
  database = await testDatabase({ poolSize: 1 });
});
afterAll(() => database.drop());

/** Blocks of large values of `batch_row` that have been read so far. */
async function blocksRead(): Promise<number> {
  await database.db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await database.db.$queryRaw<{ blocks: number }[]>`
    SELECT toast_blks_hit + toast_blks_read AS blocks FROM pg_statio_user_tables WHERE relname = 'batch_row'`;
  return row?.blocks ?? 0;
}

it('reads the changes of a row once, however many pages of them are requested', async () => {
  const make = createFactories(database.db);
  const { id: orderId } = await make.order({ offer: null });
  const staff = await make.userWith(['orders.view-all', 'console.access']);
  const context = await contextFor(database.db, staff.id);
  const change = { tags: { on: 'order', action: 'assign', tags: [{ key: 'a', value: 1 }] } };
  const { id } = await batchBy('plan', { orders: { ids: [orderId] }, change }, context);
  // Random values are not compressed.
  await database.db.$executeRaw`
    UPDATE batch_row SET changes = (
      SELECT jsonb_agg(jsonb_build_object('member', 'orders.tags', 'before', NULL, 'after', n || ' ' || (
        SELECT string_agg(gen_random_uuid()::text, '') FROM generate_series(n, n + 24))) ORDER BY n)
      FROM generate_series(1, 100) AS n)`;
  const read = async (aliases: number) => {
    const pages = Array.from(
      { length: aliases },
      (_, at) => `p${at}: changes(page: ${at + 1}, perPage: 2) { after(atMost: 4) }`,
    );
    const viewer = await contextFor(database.db, staff.id);
    const before = await blocksRead();
    const { batch } = await answer<{ batch: { rows: [Record<string, { after: string }[]>] } }>(
      `{ batch(id: ${id}) { rows { changeCount ${pages.join(' ')} } } }`,
      {},
      viewer,
    );
    return { blocks: (await blocksRead()) - before, row: batch.rows[0] };
  };
  const [one, many] = [await read(1), await read(20)];
  expect(one.blocks).toBeGreaterThan(20);
  expect(many.blocks).toBeLessThan(one.blocks * 2);
  expect(many.row).toMatchObject({ changeCount: 100, p0: [{}, {}], p19: [{}, {}] });
  expect(many.row.p19?.map(({ after }) => after.slice(0, 2))).toEqual(['39', '40']);
});

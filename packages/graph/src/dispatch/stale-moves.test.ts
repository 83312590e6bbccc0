import { clock, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DispatchScene, dispatchScene, PUBLISH } from '../testing/dispatch.ts';
import { answer } from '../testing/run.ts';

let database: TestDatabase;
let scene: DispatchScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
});
afterAll(() => database.drop());

it('counts the clashes of what is published, without the orders that are skipped', async () => {
  const { ann, ben } = scene;
  const on = scene.freshDay();
  const [one, two] = [await scene.order(on, '08:00', ann.id), await scene.order(on, '08:20')];
  const draft = await scene.drafted([
    { orderId: one.id, task: 'pickup', personId: ben.id, time: '08:05' },
    { orderId: two.id, task: 'pickup', personId: ann.id },
  ]);
  expect(draft).toMatchObject({ moves: 2, orders: 2, clashes: 0 });
  await database.db.transfer.update({ where: { id: one.pickupId }, data: { time: clock('08:10') } });
  // The first move is skipped now, so that its job stays with the person of the second.
  expect(await scene.draftNow()).toMatchObject({ moves: 2, orders: 1, stale: 1, clashes: 1 });
  const { batch } = await answer<{ batch: { id: number } }>(PUBLISH, { orders: 1 }, scene.context);
  const rows = 'query ($id: SafeInt!) { batch(id: $id) { rows { orderId clashes { kind } } } }';
  expect(await answer(rows, { id: batch.id }, scene.context)).toEqual({
    batch: {
      rows: [
        { orderId: one.id, clashes: [] },
        { orderId: two.id, clashes: [{ kind: 'overlap' }] },
      ],
    },
  });
});

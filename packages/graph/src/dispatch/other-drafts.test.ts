import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { DISCARD, type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { answer } from '../testing/run.ts';

let database: TestDatabase;
let scene: DispatchScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
});
afterEach(() => scene.clear());
afterAll(() => database.drop());

const OTHERS = `query ($on: Date!) {
  board: dispatchBoard(from: $on, to: $on) {
    jobs { personId isDrafted }
    otherDrafts { person { id: databaseId } orderId task assignee { name } date time }
  }
}`;

type Other = { orderId: number; task: string };
type Board = { jobs: { personId: number | null; isDrafted: boolean }[]; otherDrafts: Other[] };

const boardOf = async (on: string, context: Context): Promise<Board> =>
  (await answer<{ board: Board }>(OTHERS, { on }, context)).board;

const staffOf = async (options?: { organizationId: number }) => {
  const rights = ['orders.view-all', 'console.access'];
  return contextFor(database.db, (await scene.make.userWith(rights, options)).id);
};

it('shows the moves that other staff of the organization have drafted, and leaves the board as it is', async () => {
  const on = scene.freshDay();
  const order = await scene.order(on, '08:15');
  await scene.drafted([{ orderId: order.id, task: 'pickup', personId: scene.ann.id, time: '09:30' }]);
  const colleague = await staffOf();
  expect(await boardOf(on, colleague)).toMatchObject({
    jobs: [{ personId: null, isDrafted: false }],
    otherDrafts: [
      { orderId: order.id, task: 'pickup', assignee: { name: scene.ann.name }, date: on, time: '09:30:00' },
    ],
  });
  const next = scene.freshDay();
  await scene.drafted([{ orderId: order.id, task: 'pickup', date: next }]);
  expect((await boardOf(next, colleague)).otherDrafts).toMatchObject([{ orderId: order.id, date: next }]);
  expect((await boardOf(scene.freshDay(), colleague)).otherDrafts).toEqual([]);
});

it('shows nobody their own moves, moves of other organizations, or moves that were discarded', async () => {
  const on = scene.freshDay();
  const order = await scene.order(on, '08:15');
  await scene.drafted([{ orderId: order.id, task: 'pickup', personId: scene.ann.id }]);
  const stranger = await staffOf({ organizationId: (await scene.make.organization()).id });
  expect((await boardOf(on, stranger)).otherDrafts).toEqual([]);
  expect((await boardOf(on, scene.context)).otherDrafts).toEqual([]);
  const colleague = await staffOf();
  expect((await boardOf(on, colleague)).otherDrafts).toHaveLength(1);
  await answer(DISCARD, {}, scene.context);
  expect((await boardOf(on, colleague)).otherDrafts).toEqual([]);
});

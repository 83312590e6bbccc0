import { clock, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { type CrewScene, crewScene, type ShownJob } from '../testing/crew.ts';
import { answer } from '../testing/run.ts';

let database: TestDatabase;
let scene: CrewScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await crewScene(database);
});
afterAll(() => database.drop());

const STATUS = 'task personId seen state reason';
const BOARD = `query ($day: Date!) { dispatchBoard(from: $day, to: $day) { jobs { id crew { ${STATUS} } } } }`;
const ORDER = `query ($id: String!) { order(reference: $id) { crew { ${STATUS} } } }`;

type Status = { seen: string; state: string; reason: string; personId: number };

/** The status of a pickup on the board, which the page of its order must confirm. */
async function statusOf({ id }: { id: number }): Promise<Status | null> {
  type Jobs = { dispatchBoard: { jobs: { id: string; crew: Status | null }[] } };
  const { jobs } = (await answer<Jobs>(BOARD, { day: scene.today }, scene.context)).dispatchBoard;
  const { order } = await answer<{ order: { crew: Status[] } }>(ORDER, { id: String(id) }, scene.context);
  const found = jobs.find((job) => job.id === `pickup:${id}`)?.crew ?? null;
  expect(order.crew).toEqual(found ? [found] : []);
  return found;
}

it('staff see whether a person was reached, saw a job as it is now, and what the person said', async () => {
  const { ann, ben, pickup, session, jobs, see, act, link } = scene;
  const order = await pickup(ann.id);
  expect(await statusOf(order)).toMatchObject({ seen: 'notSent', state: 'assigned', personId: ann.id });
  await link(ann.id);
  expect(await statusOf(order)).toMatchObject({ seen: 'unseen' });
  const as = await (await session(ann.id)).as();
  expect(await statusOf(order)).toMatchObject({ seen: 'unseen' });
  const shown = (await jobs(as)).find(({ id }) => id === `pickup:${order.id}`) as ShownJob;
  await see(as, [shown]);
  expect(await statusOf(order)).toMatchObject({ seen: 'seen' });
  await act(as, shown.id, 'accepted');
  await database.db.transfer.update({ where: { id: order.pickupId }, data: { time: clock('16:00') } });
  expect(await statusOf(order)).toMatchObject({ seen: 'changed', state: 'assigned' });
  await act(as, shown.id, 'declined', { reason: 'Too late' });
  expect(await statusOf(order)).toMatchObject({ state: 'declined', reason: 'Too late' });
  await database.db.transfer.update({ where: { id: order.pickupId }, data: { driverId: ben.id } });
  expect(await statusOf(order)).toMatchObject({ personId: ben.id, seen: 'notSent', state: 'assigned', reason: '' });
  await database.db.transfer.update({ where: { id: order.pickupId }, data: { driverId: null } });
  expect(await statusOf(order)).toBeNull();
});

it('only staff see it', async () => {
  const order = await scene.pickup(scene.ann.id);
  const driver = await contextFor(database.db, scene.ann.id);
  expect(await answer(ORDER, { id: String(order.id) }, driver)).toEqual({ order: { crew: [] } });
});

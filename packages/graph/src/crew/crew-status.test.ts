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
const BOARD = `query ($day: Date!) { dispatchBoard(from: $day, to: $day) { jobs { id: jobId crew { ${STATUS} } } } }`;
const ORDER = `query ($id: String!) { order(reference: $id) { crew { ${STATUS} } } }`;

const WITHDRAWALS =
  'query ($day: Date!) { board: dispatchBoard(from: $day, to: $day) { crewWithdrawals { personId task orderId } } }';
const WITHDRAWN_OF = 'query ($id: String!) { order(reference: $id) { crewWithdrawals { personId personName task } } }';

type Withdrawal = { personId: number; task: string; orderId: number };
type Orders = { order: { crewWithdrawals: object[] } };

/** The withdrawals on the board of a day: person, task and order. */
async function withdrawals(on: string, more: object = {}) {
  type Board = { board: { crewWithdrawals: Withdrawal[] } };
  const { board } = await answer<Board>(WITHDRAWALS, { day: on }, { ...scene.context, ...more });
  return board.crewWithdrawals.map(({ personId, task, orderId }) => [personId, task, orderId]);
}

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

it('staff see who does not know that a job was withdrawn, until it is seen or the day is over', async () => {
  const { ann, ben, pickup, session, jobs, see, act, today } = scene;
  const as = await (await session(ann.id)).as();
  const [given, cancelled, declined, moved] = [await pickup(), await pickup(), await pickup(), await pickup()];
  const shownOf = async (order: { id: number }) =>
    (await jobs(as)).find(({ id }) => id === `pickup:${order.id}`) as ShownJob;
  for (const order of [given, cancelled, declined, moved]) await see(as, [await shownOf(order)]);
  await act(as, `pickup:${declined.id}`, 'declined', { reason: 'Ill' });
  expect(await withdrawals(today)).toEqual([]);

  const change = (order: { pickupId: number }, data: object) =>
    database.db.transfer.update({ where: { id: order.pickupId }, data });
  await change(given, { driverId: ben.id });
  await change(declined, { driverId: ben.id });
  await change(moved, { driverId: null, date: new Date('2026-06-20') });
  await database.db.order.update({ where: { id: cancelled.id }, data: { status: 'Cancelled' } });
  expect(await withdrawals(today)).toEqual([given, cancelled, moved].map(({ id }) => [ann.id, 'pickup', id]));
  expect(await withdrawals(today, { now: new Date('2026-06-02T10:00:00Z') })).toEqual([]);
  const { order } = await answer<Orders>(WITHDRAWN_OF, { id: String(given.id) }, scene.context);
  expect(order.crewWithdrawals).toEqual([{ personId: ann.id, personName: expect.any(String), task: 'pickup' }]);
  const driver = await contextFor(database.db, ben.id);
  expect(await answer(WITHDRAWN_OF, { id: String(given.id) }, driver)).toEqual({ order: { crewWithdrawals: [] } });

  for (const order of [given, cancelled, moved]) await see(as, [await shownOf(order)]);
  expect(await withdrawals(today)).toEqual([]);
});

it('a job that is given again to a person who declined it is new', async () => {
  const { ann, ben, pickup, session, jobs, act, context } = scene;
  const order = await pickup(ann.id);
  const as = await (await session(ann.id)).as();
  const isAnns = async () => (await jobs(as)).find(({ id }) => id === `pickup:${order.id}`);
  await act(as, `pickup:${order.id}`, 'declined', { reason: 'Ill' });
  expect(await isAnns()).toMatchObject({ state: 'declined' });
  const UPDATE = `mutation ($id: SafeInt!, $driverId: SafeInt!) { updateOrders(orders: { ids: [$id] }, input: { pickup: { driverId: $driverId } }) { orders { id: databaseId } } }`;
  const give = (driverId: number) => answer(UPDATE, { id: order.id, driverId }, context);
  await give(ann.id);
  expect(await isAnns()).toMatchObject({ state: 'declined', reason: 'Ill' });
  await give(ben.id);
  expect(await isAnns()).toBeUndefined();
  await give(ann.id);
  expect(await isAnns()).toMatchObject({ state: 'assigned', reason: '', isSeen: false });
  expect(await statusOf(order)).toMatchObject({ seen: 'unseen', state: 'assigned' });
});

it('a job that was declined, moved and then given to somebody else is shown as withdrawn', async () => {
  const { ann, ben, pickup, session, jobs, see, act, today, context } = scene;
  const as = await (await session(ann.id)).as();
  const UPDATE = `mutation ($id: SafeInt!, $pickup: TransferInput!) { updateOrders(orders: { ids: [$id] }, input: { pickup: $pickup }) { orders { id: databaseId } } }`;
  const change = (order: { id: number }, input: object) => answer(UPDATE, { id: order.id, pickup: input }, context);
  const declined = async () => {
    const order = await pickup();
    const shown = async () => (await jobs(as)).find(({ id }) => id === `pickup:${order.id}`) as ShownJob;
    await see(as, [await shown()]);
    await act(as, `pickup:${order.id}`, 'declined', { reason: 'Too early' });
    return { ...order, shown };
  };
  const [given, cancelled, back] = [await declined(), await declined(), await declined()];
  for (const order of [given, cancelled, back]) await change(order, { time: '23:30' });
  expect(await given.shown()).toMatchObject({ state: 'assigned', isChanged: true });
  expect(await withdrawals(today)).toEqual([]);
  await change(given, { driverId: ben.id });
  await database.db.order.update({ where: { id: cancelled.id }, data: { status: 'Cancelled' } });
  // What was said counts again when the change is taken back before it was seen.
  await change(back, { time: '14:00' });
  expect(await back.shown()).toMatchObject({ state: 'declined', isChanged: true });
  const expected = [given, cancelled].map(({ id }) => [ann.id, 'pickup', id]);
  expect(await withdrawals(today)).toEqual(expected);
  expect(await given.shown()).toMatchObject({ isWithdrawn: true });
  await change(given, { driverId: ann.id });
  expect(await given.shown()).toMatchObject({ state: 'assigned', isSeen: false });
  await see(as, [await cancelled.shown()]);
  expect(await withdrawals(today)).toEqual([]);
});

it('the board shows withdrawals of visible orders alone', async () => {
  const { ann, ben, pickup, session, jobs, see, today, make } = scene;
  const order = await pickup();
  const as = await (await session(ann.id)).as();
  await see(as, [(await jobs(as)).find(({ id }) => id === `pickup:${order.id}`) as ShownJob]);
  await database.db.transfer.update({ where: { id: order.pickupId }, data: { driverId: ben.id } });
  expect(await withdrawals(today)).toContainEqual([ann.id, 'pickup', order.id]);
  const limited = await contextFor(database.db, (await make.userWith(['console.access'])).id);
  expect(await withdrawals(today, limited)).toEqual([]);
});

it('only staff see it', async () => {
  const order = await scene.pickup(scene.ann.id);
  const driver = await contextFor(database.db, scene.ann.id);
  expect(await answer(ORDER, { id: String(order.id) }, driver)).toEqual({ order: { crew: [] } });
});

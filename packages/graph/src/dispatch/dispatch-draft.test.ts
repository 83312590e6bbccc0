import { clock, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { executeBatch } from '../batches/execute-batch.ts';
import { batchBy, batchHost } from '../testing/batches.ts';
import { contextFor } from '../testing/context.ts';
import {
  BOARD,
  DISCARD,
  type DispatchScene,
  type Draft,
  dispatchScene,
  MOVE,
  type Move,
  PUBLISH,
  READ,
} from '../testing/dispatch.ts';
import { answer, refusal } from '../testing/run.ts';

let database: TestDatabase;
let scene: DispatchScene;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  scene = await dispatchScene(database);
});
afterEach(() => scene.clear());
afterAll(() => database.drop());

/** The digest of the findings of the draft. */
async function shownDigest(): Promise<string> {
  const text = '{ draft: dispatchDraft { clashesDigest } }';
  return (await answer<{ draft: { clashesDigest: string } }>(text, {}, scene.context)).draft.clashesDigest;
}

describe('the draft', () => {
  it('is visible only to its owner, with the clashes that it would cause, and changes nothing', async () => {
    const on = scene.freshDay();
    const [one, two] = [await scene.order(on, '08:00', scene.ann.id), await scene.order(on, '08:15')];
    const draft = await scene.drafted([{ orderId: two.id, task: 'pickup', personId: scene.ann.id }]);
    expect(draft).toEqual({ moves: 1, orders: 1, stale: 0, clashes: 1, webhooks: 0, days: [on] });
    expect(scene.jobOf(await scene.board(on), 'pickup', two)).toMatchObject({
      personId: scene.ann.id,
      publishedPersonId: null,
      isDrafted: true,
    });
    expect((await scene.board(on)).clashes).toMatchObject([
      { jobs: [{ id: `pickup:${one.id}` }, { id: `pickup:${two.id}` }] },
    ]);
    expect(await scene.board(on, { isPublished: true })).toMatchObject({ clashes: [] });
    const colleague = await contextFor(
      database.db,
      (await scene.make.userWith(['orders.view-all', 'console.access'])).id,
    );
    expect((await scene.board(on, {}, colleague)).clashes).toEqual([]);
    expect(await scene.draftNow(colleague)).toMatchObject({ moves: 0 });
    expect((await database.db.order.findUniqueOrThrow({ where: { id: two.id } })).version).toBe(1);
  });

  it('resolves clashes, moves jobs to other times and days, and drops moves back to the published values', async () => {
    const on = scene.freshDay();
    const [, two] = [await scene.order(on, '08:00', scene.ann.id), await scene.order(on, '08:15', scene.ann.id)];
    const task = { orderId: two.id, task: 'pickup' };
    expect(await scene.drafted([{ ...task, personId: scene.ben.id }])).toMatchObject({ moves: 1, clashes: 0 });
    const next = scene.freshDay();
    expect(await scene.drafted([{ ...task, date: next, time: '10:00' }])).toMatchObject({ moves: 1, days: [next] });
    expect(scene.jobOf(await scene.board(next), 'pickup', two)).toMatchObject({
      personId: scene.ben.id,
      day: next,
      time: '10:00:00',
    });
    expect(scene.jobOf(await scene.board(on), 'pickup', two)).toBeUndefined();
    await scene.drafted([{ ...task, date: on, time: '08:15' }]);
    expect(await scene.drafted([{ ...task, personId: scene.ann.id }])).toMatchObject({ moves: 0 });
  });

  it('takes as many statements for many moves as for few', async () => {
    const on = scene.freshDay();
    const orders = [await scene.order(on, '08:00'), await scene.order(on, '09:00'), await scene.order(on, '10:00')];
    const moves = orders.map(({ id: orderId }) => ({ orderId, task: 'pickup', personId: scene.ann.id }));
    await scene.drafted(moves.slice(0, 1));
    const counted = async (some: Move[]) => {
      statements = [];
      await scene.drafted(some);
      return statements.length;
    };
    const few = await counted(moves.slice(0, 1));
    expect(await counted(moves)).toBe(few);
    expect(await scene.draftNow()).toMatchObject({ moves: 3 });
  });

  it('applies moves of one task in sequence, within a request and from concurrent requests', async () => {
    const on = scene.freshDay();
    const one = await scene.order(on, '08:00');
    const task = { orderId: one.id, task: 'pickup' };
    await scene.drafted([
      { ...task, personId: scene.ann.id },
      { ...task, time: '08:30' },
    ]);
    expect(scene.jobOf(await scene.board(on), 'pickup', one)).toMatchObject({
      personId: scene.ann.id,
      time: '08:30:00',
    });
    const [{ id: person }, date] = [scene.ben, scene.freshDay()];
    await Promise.all(
      [{ personId: person }, { date }, { time: '11:00' }].map((more) => scene.drafted([{ ...task, ...more }])),
    );
    const moved = { personId: person, day: date, time: '11:00:00' };
    expect(scene.jobOf(await scene.board(date), 'pickup', one)).toMatchObject(moved);
  });

  it('can be discarded in part or completely', async () => {
    const on = scene.freshDay();
    const [one, two] = [await scene.order(on, '08:00'), await scene.order(on, '09:00')];
    await scene.drafted([one, two].map(({ id: orderId }) => ({ orderId, task: 'pickup', personId: scene.ann.id })));
    await scene.drafted([{ orderId: one.id, task: 'guide', personId: scene.ben.id }]);
    const discard = async (variables: { tasks?: object[] }) =>
      (await answer<{ draft: Draft }>(DISCARD, variables, scene.context)).draft;
    expect(await discard({ tasks: [{ orderId: one.id, task: 'pickup' }] })).toMatchObject({ moves: 2 });
    expect(await discard({})).toMatchObject({ moves: 0 });
  });

  it('rejects unknown orders, unsuitable users and invalid times', async () => {
    const on = scene.freshDay();
    const one = await scene.order(on, '08:00');
    const cancelled = await scene.order(on, '08:00', null, { status: 'Cancelled' });
    const clerk = await scene.make.userWith(['console.access']);
    const refused = (moves: Move[], as = scene.context) => refusal(MOVE, { moves }, as);
    const task = { orderId: one.id, task: 'pickup' };
    expect(await refused([{ ...task, personId: clerk.id }])).toMatchObject({
      fields: [{ path: ['moves', 0, 'personId'] }],
    });
    expect(await refused([task, { ...task, orderId: 999_999 }])).toMatchObject({
      fields: [{ path: ['moves', 1, 'orderId'] }],
    });
    expect(await refused([{ ...task, orderId: cancelled.id }])).toMatchObject({
      fields: [{ path: ['moves', 0, 'orderId'] }],
    });
    expect(await refused([{ orderId: one.id, task: 'guide', time: '09:00' }])).toMatchObject({
      fields: [{ path: ['moves', 0, 'time'] }],
    });
    expect(await scene.draftNow()).toMatchObject({ moves: 0 });
  });
});

describe('publishing', () => {
  it('is a batch that changes each order once, and empties the draft', async () => {
    const on = scene.freshDay();
    const [one, two] = [await scene.order(on, '08:00'), await scene.order(on, '09:30', scene.ben.id)];
    await scene.drafted([
      { orderId: one.id, task: 'pickup', personId: scene.ann.id, time: '08:05' },
      { orderId: one.id, task: 'guide', personId: scene.ben.id },
      { orderId: two.id, task: 'pickup', personId: null },
    ]);
    expect(await refusal(PUBLISH, { orders: 1 }, scene.context)).toMatchObject({ code: 'CONFLICT' });
    const { batch } = await answer<{ batch: { id: number } }>(PUBLISH, { orders: 2 }, scene.context);
    expect(batch).toMatchObject({ kind: 'dispatch', status: 'running', counts: { total: 2, planned: 2, stale: 0 } });
    expect(await scene.draftNow()).toMatchObject({ moves: 0 });
    await executeBatch(batchHost(database.db), batch.id);
    const after = await database.db.order.findUniqueOrThrow({ where: { id: one.id }, include: { pickup: true } });
    expect(after).toMatchObject({
      version: 2,
      tourGuideId: scene.ben.id,
      pickup: { driverId: scene.ann.id, time: clock('08:05') },
    });
    expect(scene.jobOf(await scene.board(on), 'pickup', two)).toMatchObject({ personId: null, isDrafted: false });
    const undo = await batchBy('undo', { id: batch.id }, scene.context);
    await batchBy('run', { id: undo.id }, scene.context);
    await executeBatch(batchHost(database.db), undo.id);
    expect(scene.jobOf(await scene.board(on), 'pickup', one)).toMatchObject({ personId: null, time: '08:00:00' });
    expect(scene.jobOf(await scene.board(on), 'pickup', two)).toMatchObject({ personId: scene.ben.id });
  });

  it('is refused where there is a finding that the user has not seen, and keeps the draft', async () => {
    await scene.clear();
    const on = scene.freshDay();
    const order = await scene.order(on, '08:00');
    const seen = await scene.drafted([{ orderId: order.id, task: 'pickup', personId: scene.ann.id }]);
    expect(seen).toMatchObject({ orders: 1, clashes: 0 });
    const clashesDigest = await shownDigest();
    await scene.order(on, '08:10', scene.ann.id);
    expect(await refusal(PUBLISH, { orders: 1, clashesDigest }, scene.context)).toMatchObject({
      code: 'CONFLICT',
      message: 'The draft now has 1 clash that was not shown. Review it again; nothing is lost.',
    });
    expect(await scene.draftNow()).toMatchObject({ moves: 1, clashes: 1 });
    expect(await answer(PUBLISH, { orders: 1, clashesDigest: await shownDigest() }, scene.context)).toMatchObject({
      batch: { status: 'running' },
    });
  });

  it('compares the findings, not their number, and takes fewer', async () => {
    await scene.clear();
    const on = scene.freshDay();
    const order = await scene.order(on, '08:00');
    const other = await scene.order(on, '08:20', scene.ann.id);
    const seen = await scene.drafted([{ orderId: order.id, task: 'pickup', personId: scene.ann.id }]);
    expect(seen).toMatchObject({ clashes: 1 });
    const clashesDigest = await shownDigest();
    const setDriver = (driverId: number | null) =>
      database.db.transfer.update({ where: { id: other.pickupId }, data: { driverId } });
    await setDriver(null);
    const organizationId = (await scene.make.home()).id;
    const [startsAtLocal, endsAtLocal] = [new Date(`${on}T00:00:00Z`), new Date(`${on}T23:00:00Z`)];
    const { id } = await database.db.absence.create({
      data: { organizationId, userId: scene.ann.id, startsAtLocal, endsAtLocal, reason: 'ill' },
    });
    expect(await scene.draftNow()).toMatchObject({ clashes: 1 });
    expect(await refusal(PUBLISH, { orders: 1, clashesDigest }, scene.context)).toMatchObject({ code: 'CONFLICT' });
    await setDriver(scene.ann.id);
    expect(await refusal(PUBLISH, { orders: 1, clashesDigest }, scene.context)).toMatchObject({ code: 'CONFLICT' });
    expect(await scene.draftNow()).toMatchObject({ clashes: 2 });
    const both = await shownDigest();
    await database.db.absence.delete({ where: { id } });
    expect(await answer(PUBLISH, { orders: 1, clashesDigest: both }, scene.context)).toMatchObject({
      batch: { status: 'running' },
    });
  });

  it('skips tasks that another user dispatched since, and reports them before and after', async () => {
    const on = scene.freshDay();
    const [one, two] = [await scene.order(on, '08:00'), await scene.order(on, '09:30')];
    await scene.drafted([one, two].map(({ id: orderId }) => ({ orderId, task: 'pickup', personId: scene.ann.id })));
    const update =
      'mutation ($id: String!, $input: OrderUpdateInput!) { updateOrder(reference: $id, input: $input) { order { id: databaseId } } }';
    await answer(update, { id: String(one.id), input: { pickup: { driverId: scene.ben.id } } }, scene.context);
    // A change of another member of the order does not make the draft stale.
    await answer(update, { id: String(two.id), input: { referenceCode: 'x' } }, scene.context);
    expect(await scene.draftNow()).toMatchObject({ moves: 2, orders: 1, stale: 1 });
    expect(scene.jobOf(await scene.board(on), 'pickup', one)).toMatchObject({
      isStale: true,
      personId: scene.ann.id,
      publishedPersonId: scene.ben.id,
    });
    const { batch } = await answer<{ batch: { id: number } }>(PUBLISH, { orders: 1 }, scene.context);
    expect(batch).toMatchObject({ counts: { total: 2, planned: 1, stale: 1 } });
    await executeBatch(batchHost(database.db), batch.id);
    const published = await scene.board(on);
    expect(scene.jobOf(published, 'pickup', one)).toMatchObject({ personId: scene.ben.id });
    expect(scene.jobOf(published, 'pickup', two)).toMatchObject({ personId: scene.ann.id });
  });

  it('of a move that was drafted again compares with the current values', async () => {
    const on = scene.freshDay();
    const one = await scene.order(on, '08:00');
    await scene.drafted([{ orderId: one.id, task: 'pickup', personId: scene.ann.id }]);
    await database.db.transfer.update({ where: { id: one.pickupId }, data: { driverId: scene.ben.id } });
    expect(await scene.draftNow()).toMatchObject({ stale: 1, orders: 0 });
    expect(await refusal(PUBLISH, { orders: 0 }, scene.context)).toMatchObject({ code: 'CONFLICT' });
    expect(await scene.drafted([{ orderId: one.id, task: 'pickup', personId: scene.ann.id }])).toMatchObject({
      stale: 0,
      orders: 1,
    });
  });

  it('happens once, however many concurrent requests there are', async () => {
    const on = scene.freshDay();
    const one = await scene.order(on, '08:00');
    await scene.drafted([{ orderId: one.id, task: 'pickup', personId: scene.ann.id }]);
    const tries = await Promise.allSettled([1, 2, 3].map(() => answer(PUBLISH, { orders: 1 }, scene.context)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await database.db.batchRow.count({ where: { orderId: one.id } })).toBe(1);
  });
});

describe('access', () => {
  it('is limited to staff and to the orders that they see', async () => {
    const on = scene.freshDay();
    const one = await scene.order(on, '08:00');
    const elsewhere = await scene.make.userWith(['orders.view-all', 'console.access'], {
      organizationId: (await scene.make.organization()).id,
    });
    const others = { partner: await scene.make.userWith(['products.book']), driver: scene.ann, elsewhere };
    const moves = [{ orderId: one.id, task: 'pickup', personId: scene.ann.id }];
    for (const [name, { id }] of Object.entries(others)) {
      const as = await contextFor(database.db, id);
      expect(await refusal(MOVE, { moves }, as), name).toMatchObject({ fields: [{ path: ['moves', 0, 'orderId'] }] });
      expect(await refusal(PUBLISH, { orders: 0 }, as), name).toMatchObject({ code: 'CONFLICT' });
      if (name === 'elsewhere') expect((await scene.board(on, {}, as)).jobs).toEqual([]);
      else expect(await refusal(BOARD, { from: on, to: on }, as), name).toMatchObject({ code: 'FORBIDDEN' });
    }
    const anonymous = { ...scene.context, actor: null };
    for (const [text, variables] of [
      [BOARD, { from: on, to: on }],
      [MOVE, { moves }],
      [READ, {}],
      [DISCARD, {}],
      [PUBLISH, { orders: 1 }],
    ] as const)
      expect(await refusal(text, variables, anonymous)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

import { clock, createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { carryOutBatch } from '../batches/carry-out.ts';
import type { Context } from '../context.ts';
import { batchBy, batchHost } from '../testing/batches.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const BOARD = /* GraphQL */ `
  query ($from: Date!, $to: Date!, $isPublished: Boolean, $personIds: [Int!], $tasks: [DispatchTask!]) {
    board: dispatchBoard(from: $from, to: $to, isPublished: $isPublished, personIds: $personIds, tasks: $tasks) {
      jobs {
        id task day time startsAt endsAt isEstimated personId publishedPersonId isDrafted isStale departure passengerCount
        place { address }
        order { id referenceCode passengers { firstName } bookedDetails { product { title } } tags { key } }
      }
      clashes { kind personId jobs { id order { id } } }
      drivers { id } guides { id }
    }
  }
`;
const DRAFT = 'moves orders stale clashes webhooks days';
const MOVE = `mutation ($moves: [DispatchMoveInput!]!) { draft: draftDispatch(moves: $moves) { ${DRAFT} } }`;
const READ = `{ draft: dispatchDraft { ${DRAFT} } }`;
const DISCARD = `mutation ($tasks: [DispatchTaskOfOrder!]) { draft: discardDispatch(tasks: $tasks) { ${DRAFT} } }`;
const PUBLISH =
  'mutation ($orders: Int!) { batch: publishDispatch(orders: $orders) { id kind status counts { total planned stale } } }';

type Job = {
  id: string;
  task: string;
  day: string;
  time: string | null;
  startsAt: string | null;
  endsAt: string | null;
  personId: number | null;
  publishedPersonId: number | null;
  isDrafted: boolean;
  isStale: boolean;
  departure: string;
  passengerCount: number;
  place: { address: string } | null;
  order: { id: number };
};
type Board = {
  jobs: Job[];
  clashes: { kind: string; personId: number; jobs: { id: string }[] }[];
  drivers: { id: number }[];
  guides: { id: number }[];
};
type Draft = { moves: number; orders: number; stale: number; clashes: number; webhooks: number; days: string[] };
type Move = { orderId: number; task: string; personId?: number | null; date?: string | null; time?: string | null };

let database: TestDatabase;
let make: Factories;
let context: Context;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let ann: { id: number };
let ben: { id: number };
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
  staff = await make.userWith(['orders.view-all', 'console.access']);
  ann = await make.userWith(['transfers.drive', 'tours.guide']);
  ben = await make.userWith(['transfers.drive', 'tours.guide']);
  context = await contextFor(database.db, staff.id);
});
afterEach(async () => {
  await database.db.dispatchMove.deleteMany();
});
afterAll(() => database.drop());

/** Days of their own, so that tests don't meet. */
let nextDay = Date.UTC(2026, 6, 1);
function freshDay(): string {
  nextDay += 5 * 86_400_000;
  return new Date(nextDay).toISOString().slice(0, 10);
}

const board = async (from: string, more: object = {}, as = context): Promise<Board> =>
  (await answer<{ board: Board }>(BOARD, { from, to: from, ...more }, as)).board;
const drafted = async (moves: Move[], as = context): Promise<Draft> =>
  (await answer<{ draft: Draft }>(MOVE, { moves }, as)).draft;
const draftNow = async (as = context) => (await answer<{ draft: Draft }>(READ, {}, as)).draft;
const jobOf = (shown: Board, task: string, order: { id: number }) =>
  shown.jobs.find(({ id }) => id === `${task}:${order.id}`);

/** An order of a departure of its own, with a pickup on a day. */
async function order(
  on: string,
  time: string | null,
  driverId: number | null = null,
  more: Parameters<Factories['order']>[0] = {},
) {
  const offer = await make.offer([], { departure: { date: day(on) } });
  const pickup = { date: day(on), time: time === null ? null : clock(time), driverId };
  return make.order({ offer, pickup, ...more });
}

describe('the board', () => {
  it('shows the jobs of a day by their beginning, with all that is known', async () => {
    const on = freshDay();
    const point = await make.point({ address: 'Quay 1' });
    const late = await order(on, '08:30', ann.id, { passengers: [{}, {}, {}], referenceCode: 'late' });
    const early = await order(on, '07:00', null, {
      pickup: { date: day(on), time: clock('07:00'), pointId: point.id },
    });
    const untimed = await order(on, null, ben.id);
    await order(freshDay(), '07:00');
    await order(on, '07:00', null, { status: 'Cancelled' });
    const shown = await board(on);
    expect(shown.jobs.filter(({ task }) => task === 'pickup').map(({ id }) => id)).toEqual(
      [early, late, untimed].map(({ id }) => `pickup:${id}`),
    );
    expect(jobOf(shown, 'pickup', late)).toMatchObject({
      day: on,
      time: '08:30:00',
      // The departure is at nine, in Amsterdam.
      startsAt: `${on}T06:30:00.000Z`,
      endsAt: `${on}T07:00:00.000Z`,
      isEstimated: true,
      personId: ann.id,
      publishedPersonId: ann.id,
      isDrafted: false,
      passengerCount: 3,
      order: { id: late.id, referenceCode: 'late' },
    });
    expect(jobOf(shown, 'pickup', early)).toMatchObject({ personId: null, place: { address: 'Quay 1' } });
    expect(jobOf(shown, 'pickup', untimed)).toMatchObject({ startsAt: null, endsAt: null, personId: ben.id });
    // Nothing was said of dropoffs.
    expect(shown.jobs.filter(({ task }) => task === 'dropoff')).toEqual([]);
    expect(shown.drivers.map(({ id }) => id)).toEqual(expect.arrayContaining([ann.id, ben.id]));
    expect((await board(on, { personIds: [ann.id] })).jobs.map(({ id }) => id)).toEqual([`pickup:${late.id}`]);
    expect((await board(on, { tasks: ['guide'] })).jobs.every(({ task }) => task === 'guide')).toBe(true);
  });

  it('shows departures to guide, those of one departure as belonging together', async () => {
    const on = freshDay();
    const offer = await make.offer([], { departure: { date: day(on) } });
    const [one, two] = [
      await make.order({ offer, tourGuideId: ann.id }),
      await make.order({ offer, tourGuideId: ann.id }),
    ];
    const shown = await board(on);
    const [first, second] = [jobOf(shown, 'guide', one), jobOf(shown, 'guide', two)];
    expect(first).toMatchObject({
      time: '09:00:00',
      startsAt: `${on}T07:00:00.000Z`,
      endsAt: `${on}T09:00:00.000Z`,
      personId: ann.id,
    });
    expect(first?.departure).toBe(second?.departure);
    expect(shown.clashes).toEqual([]);
  });

  it('takes as many statements for many jobs as for few', async () => {
    const on = freshDay();
    await order(on, '08:00', ann.id);
    statements = [];
    await board(on);
    const few = statements.length;
    for (let count = 0; count < 5; count += 1) await order(on, '08:15', ben.id);
    statements = [];
    const shown = await board(on);
    expect(shown.jobs.filter(({ task }) => task === 'pickup')).toHaveLength(6);
    expect(shown.clashes.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(few + 1);
  });

  it('refuses days that are none or too many', async () => {
    const variables = (from: string, to: string) => ({ from, to });
    expect(await refusal(BOARD, variables('2026-06-02', '2026-06-01'), context)).toMatchObject({
      fields: [{ path: ['from'] }],
    });
    expect(await refusal(BOARD, variables('2026-06-01', '2026-07-02'), context)).toMatchObject({
      fields: [{ path: ['to'] }],
    });
    expect((await board('2026-06-01', { to: '2026-07-01' })).jobs).toEqual(expect.any(Array));
  });
});

describe('clashes', () => {
  it('are of the same person at overlapping times, and not where they touch', async () => {
    const on = freshDay();
    const [one, two] = [await order(on, '08:00', ann.id), await order(on, '08:30', ann.id)];
    const dropoff = { date: day(on), time: clock('09:00'), driverId: ann.id };
    const touching = await make.order({ offer: null, dropoff });
    const shown = await board(on);
    expect(jobOf(shown, 'dropoff', touching)).toBeDefined();
    expect(shown.clashes).toMatchObject([
      { kind: 'overlap', personId: ann.id, jobs: [{ id: `pickup:${one.id}` }, { id: `pickup:${two.id}` }] },
    ]);
  });

  it('of one vehicle for one departure are only those at two places at once', async () => {
    const on = freshDay();
    const offer = await make.offer([], { departure: { date: day(on) } });
    const [here, there] = [await make.point(), await make.point()];
    const at = (time: string, pointId: number) => ({ date: day(on), time: clock(time), driverId: ann.id, pointId });
    await make.order({ offer, pickup: at('08:00', here.id) });
    await make.order({ offer, pickup: at('08:10', there.id) });
    expect((await board(on)).clashes).toEqual([]);
    await make.order({ offer, pickup: at('08:10', here.id) });
    expect((await board(on)).clashes).toMatchObject([{ kind: 'twoPlaces', personId: ann.id }]);
  });

  it('are seen across midnight, also from the next day', async () => {
    const on = freshDay();
    const next = new Date(day(on).getTime() + 86_400_000).toISOString().slice(0, 10);
    const late = await make.order({ offer: null, dropoff: { date: day(on), time: clock('23:45'), driverId: ben.id } });
    const early = await make.order({
      offer: null,
      pickup: { date: day(next), time: clock('00:10'), driverId: ben.id },
    });
    for (const shown of [await board(on), await board(next)])
      expect(shown.clashes).toMatchObject([{ jobs: [{ id: `dropoff:${late.id}` }, { id: `pickup:${early.id}` }] }]);
    expect((await board(on)).jobs.map(({ id }) => id)).toEqual([`dropoff:${late.id}`]);
  });

  it('go by instants: at the same reading of two clocks nobody is in two places', async () => {
    const on = freshDay();
    const london = await make.city({ timeZone: 'Europe/London' });
    await make.order({ offer: null, pickup: { date: day(on), time: clock('08:00'), driverId: ann.id } });
    const there = { cityId: london.id, timeZone: 'Europe/London' };
    await make.order({ offer: null, pickup: { date: day(on), time: clock('08:00'), driverId: ann.id }, ...there });
    expect((await board(on)).clashes).toEqual([]);
    await make.order({ offer: null, pickup: { date: day(on), time: clock('07:10'), driverId: ann.id }, ...there });
    expect((await board(on)).clashes).toHaveLength(1);
  });

  it('in the night in which the clock is set forward go by what passes', async () => {
    // At two the clock shows three: from 01:45 on, half an hour ends at 03:15.
    const at = (time: string) => ({
      pickup: { date: day('2027-03-28'), time: clock(time), driverId: ben.id },
      offer: null,
    });
    await make.order(at('01:45'));
    await make.order(at('03:15'));
    expect((await board('2027-03-28')).clashes).toEqual([]);
    await make.order(at('03:10'));
    expect((await board('2027-03-28')).clashes).toHaveLength(2);
  });
});

describe('the draft', () => {
  it('is seen by its owner alone, with the clashes that it would make, and changes nothing', async () => {
    const on = freshDay();
    const [one, two] = [await order(on, '08:00', ann.id), await order(on, '08:15')];
    const draft = await drafted([{ orderId: two.id, task: 'pickup', personId: ann.id }]);
    expect(draft).toEqual({ moves: 1, orders: 1, stale: 0, clashes: 1, webhooks: 0, days: [on] });
    expect(jobOf(await board(on), 'pickup', two)).toMatchObject({
      personId: ann.id,
      publishedPersonId: null,
      isDrafted: true,
    });
    expect((await board(on)).clashes).toMatchObject([
      { jobs: [{ id: `pickup:${one.id}` }, { id: `pickup:${two.id}` }] },
    ]);
    expect(await board(on, { isPublished: true })).toMatchObject({ clashes: [] });
    const colleague = await contextFor(database.db, (await make.userWith(['orders.view-all', 'console.access'])).id);
    expect((await board(on, {}, colleague)).clashes).toEqual([]);
    expect(await draftNow(colleague)).toMatchObject({ moves: 0 });
    expect((await database.db.order.findUniqueOrThrow({ where: { id: two.id } })).version).toBe(1);
  });

  it('ends clashes, moves to other times and days, and forgets what leads back', async () => {
    const on = freshDay();
    const [, two] = [await order(on, '08:00', ann.id), await order(on, '08:15', ann.id)];
    const task = { orderId: two.id, task: 'pickup' };
    expect(await drafted([{ ...task, personId: ben.id }])).toMatchObject({ moves: 1, clashes: 0 });
    const next = freshDay();
    expect(await drafted([{ ...task, date: next, time: '10:00' }])).toMatchObject({ moves: 1, days: [next] });
    expect(jobOf(await board(next), 'pickup', two)).toMatchObject({ personId: ben.id, day: next, time: '10:00:00' });
    expect(jobOf(await board(on), 'pickup', two)).toBeUndefined();
    await drafted([{ ...task, date: on, time: '08:15' }]);
    expect(await drafted([{ ...task, personId: ann.id }])).toMatchObject({ moves: 0 });
  });

  it('can be discarded, some of it or all', async () => {
    const on = freshDay();
    const [one, two] = [await order(on, '08:00'), await order(on, '09:00')];
    await drafted([one, two].map(({ id: orderId }) => ({ orderId, task: 'pickup', personId: ann.id })));
    await drafted([{ orderId: one.id, task: 'guide', personId: ben.id }]);
    const discard = async (variables: { tasks?: object[] }) =>
      (await answer<{ draft: Draft }>(DISCARD, variables, context)).draft;
    expect(await discard({ tasks: [{ orderId: one.id, task: 'pickup' }] })).toMatchObject({ moves: 2 });
    expect(await discard({})).toMatchObject({ moves: 0 });
  });

  it('takes only people, orders and times that can be', async () => {
    const on = freshDay();
    const one = await order(on, '08:00');
    const cancelled = await order(on, '08:00', null, { status: 'Cancelled' });
    const clerk = await make.userWith(['console.access']);
    const refused = (moves: Move[], as = context) => refusal(MOVE, { moves }, as);
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
    expect(await draftNow()).toMatchObject({ moves: 0 });
  });
});

describe('publishing', () => {
  it('is a batch that changes each order once, and empties the draft', async () => {
    const on = freshDay();
    const [one, two] = [await order(on, '08:00'), await order(on, '09:30', ben.id)];
    await drafted([
      { orderId: one.id, task: 'pickup', personId: ann.id, time: '08:05' },
      { orderId: one.id, task: 'guide', personId: ben.id },
      { orderId: two.id, task: 'pickup', personId: null },
    ]);
    expect(await refusal(PUBLISH, { orders: 1 }, context)).toMatchObject({ code: 'CONFLICT' });
    const { batch } = await answer<{ batch: { id: number } }>(PUBLISH, { orders: 2 }, context);
    expect(batch).toMatchObject({ kind: 'dispatch', status: 'running', counts: { total: 2, planned: 2, stale: 0 } });
    expect(await draftNow()).toMatchObject({ moves: 0 });
    await carryOutBatch(batchHost(database.db), batch.id);
    const after = await database.db.order.findUniqueOrThrow({ where: { id: one.id }, include: { pickup: true } });
    expect(after).toMatchObject({
      version: 2,
      tourGuideId: ben.id,
      pickup: { driverId: ann.id, time: clock('08:05') },
    });
    expect(jobOf(await board(on), 'pickup', two)).toMatchObject({ personId: null, isDrafted: false });
    const undo = await batchBy('undo', { id: batch.id }, context);
    await batchBy('run', { id: undo.id }, context);
    await carryOutBatch(batchHost(database.db), undo.id);
    expect(jobOf(await board(on), 'pickup', one)).toMatchObject({ personId: null, time: '08:00:00' });
    expect(jobOf(await board(on), 'pickup', two)).toMatchObject({ personId: ben.id });
  });

  it('leaves alone what somebody else dispatched since, and says so before and after', async () => {
    const on = freshDay();
    const [one, two] = [await order(on, '08:00'), await order(on, '09:30')];
    await drafted([one, two].map(({ id: orderId }) => ({ orderId, task: 'pickup', personId: ann.id })));
    const update =
      'mutation ($id: String!, $input: OrderUpdateInput!) { updateOrder(reference: $id, input: $input) { id } }';
    await answer(update, { id: String(one.id), input: { pickup: { driverId: ben.id } } }, context);
    // A change of anything else is none of the draft's business.
    await answer(update, { id: String(two.id), input: { referenceCode: 'x' } }, context);
    expect(await draftNow()).toMatchObject({ moves: 2, orders: 1, stale: 1 });
    expect(jobOf(await board(on), 'pickup', one)).toMatchObject({
      isStale: true,
      personId: ann.id,
      publishedPersonId: ben.id,
    });
    const { batch } = await answer<{ batch: { id: number } }>(PUBLISH, { orders: 1 }, context);
    expect(batch).toMatchObject({ counts: { total: 2, planned: 1, stale: 1 } });
    await carryOutBatch(batchHost(database.db), batch.id);
    const published = await board(on);
    expect(jobOf(published, 'pickup', one)).toMatchObject({ personId: ben.id });
    expect(jobOf(published, 'pickup', two)).toMatchObject({ personId: ann.id });
  });

  it('of a move that was drafted anew sees what is there now', async () => {
    const on = freshDay();
    const one = await order(on, '08:00');
    await drafted([{ orderId: one.id, task: 'pickup', personId: ann.id }]);
    await database.db.transfer.update({ where: { id: one.pickupId }, data: { driverId: ben.id } });
    expect(await draftNow()).toMatchObject({ stale: 1, orders: 0 });
    expect(await refusal(PUBLISH, { orders: 0 }, context)).toMatchObject({ code: 'CONFLICT' });
    expect(await drafted([{ orderId: one.id, task: 'pickup', personId: ann.id }])).toMatchObject({
      stale: 0,
      orders: 1,
    });
  });

  it('happens once, however often it is asked for at the same time', async () => {
    const on = freshDay();
    const one = await order(on, '08:00');
    await drafted([{ orderId: one.id, task: 'pickup', personId: ann.id }]);
    const tries = await Promise.allSettled([1, 2, 3].map(() => answer(PUBLISH, { orders: 1 }, context)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await database.db.batchRow.count({ where: { orderId: one.id } })).toBe(1);
  });
});

describe('who may', () => {
  it('is staff, with the orders that they see', async () => {
    const on = freshDay();
    const one = await order(on, '08:00');
    const elsewhere = await make.userWith(['orders.view-all', 'console.access'], {
      organizationId: (await make.organization()).id,
    });
    const others = { partner: await make.userWith(['products.book']), driver: ann, elsewhere };
    const moves = [{ orderId: one.id, task: 'pickup', personId: ann.id }];
    for (const [name, { id }] of Object.entries(others)) {
      const as = await contextFor(database.db, id);
      expect(await refusal(MOVE, { moves }, as), name).toMatchObject({ fields: [{ path: ['moves', 0, 'orderId'] }] });
      expect(await refusal(PUBLISH, { orders: 0 }, as), name).toMatchObject({ code: 'CONFLICT' });
      if (name === 'elsewhere') expect((await board(on, {}, as)).jobs).toEqual([]);
      else expect(await refusal(BOARD, { from: on, to: on }, as), name).toMatchObject({ code: 'FORBIDDEN' });
    }
    const nobody = { ...context, actor: null };
    for (const [text, variables] of [
      [BOARD, { from: on, to: on }],
      [MOVE, { moves }],
      [READ, {}],
      [DISCARD, {}],
      [PUBLISH, { orders: 1 }],
    ] as const)
      expect(await refusal(text, variables, nobody)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

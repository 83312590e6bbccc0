import { clock, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { NOW } from '../testing/context.ts';
import { ACT, actionId, type CrewScene, crewScene, type ShownJob } from '../testing/crew.ts';
import { answer, refusal } from '../testing/run.ts';
import { calendarEntries } from './calendar-entries.ts';
import type { CrewState } from './states.ts';

let database: TestDatabase;
let scene: CrewScene;
let ann: (at?: Date) => Promise<Context>;
let ben: (at?: Date) => Promise<Context>;

beforeAll(async () => {
  database = await testDatabase();
  scene = await crewScene(database);
  ann = (await scene.session(scene.ann.id)).as;
  ben = (await scene.session(scene.ben.id)).as;
});
afterAll(() => database.drop());

const ADD_NOTE =
  'mutation ($order: SafeInt!, $input: OrderNoteInput!) { addOrderNote(orderId: $order, input: $input) { note { id: databaseId } } }';
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const of = (shown: readonly ShownJob[], { id }: { id: number }, task = 'pickup') =>
  shown.find((job) => job.id === `${task}:${id}`);
const job = async (order: { id: number }, as = ann) => of(await scene.jobs(await as()), order);
const give = (order: { pickupId: number }, driverId: number | null) =>
  database.db.transfer.update({ where: { id: order.pickupId }, data: { driverId } });

describe('the jobs of a person', () => {
  it('are those of today and tomorrow by the clock of the place, of nobody else', async () => {
    const own = await scene.pickup();
    const tomorrow = await scene.pickup(scene.ann.id, '23:59', '2026-06-02');
    const later = await scene.pickup(scene.ann.id, '00:01', '2026-06-03');
    const other = await scene.pickup(scene.ben.id);
    const shown = await scene.jobs(await ann());
    expect([own, tomorrow, later, other].map((order) => of(shown, order) !== undefined)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(of(shown, own)).toMatchObject({
      task: 'pickup',
      day: scene.today,
      guests: expect.any(Number),
      state: 'assigned',
    });
    // At 22:30 UTC it is already the 2nd in Amsterdam.
    const night = await scene.jobs(await ann(new Date('2026-06-01T22:30:00Z')));
    expect([tomorrow, later].map((order) => of(night, order) !== undefined)).toEqual([true, true]);
  });

  it('contain no orders that are not booked, and none of another organization', async () => {
    const order = await scene.pickup();
    await database.db.order.update({ where: { id: order.id }, data: { status: 'InCart' } });
    expect(await job(order)).toBeUndefined();
    const { id: organizationId } = await scene.make.organization();
    const foreign = await scene.pickup();
    await database.db.order.update({ where: { id: foreign.id }, data: { organizationId } });
    expect(await job(foreign)).toBeUndefined();
  });

  it('show no guests some hours after they ended', async () => {
    const order = await scene.pickup(scene.ann.id, '08:00');
    const at = async (now: Date) => of(await scene.jobs(await ann(now)), order);
    const end = Date.parse((await at(NOW))?.endsAt ?? '');
    const ended = (seconds: number) => at(new Date(end + 12 * 3_600_000 + seconds * 1_000));
    expect((await at(NOW))?.hidesGuestsAt).toBe(new Date(end + 12 * 3_600_000).toISOString());
    expect(await ended(-1)).toMatchObject({ leader: { name: expect.any(String) } });
    expect(await ended(0)).toMatchObject({ leader: null, place: null, needs: [], guests: expect.any(Number) });
  });
});

describe('what a person has seen', () => {
  it('is a digest of what was shown: a change is unseen again, an estimate or another order is none', async () => {
    const order = await scene.pickup();
    const first = await job(order);
    expect(first).toMatchObject({ isSeen: false, isChanged: false });
    if (first) expect(await scene.see(await ann(), [first])).toEqual({ markCrewJobsSeen: 1 });
    expect(await job(order)).toMatchObject({ isSeen: true, isChanged: false });
    await database.db.order.update({ where: { id: order.id }, data: { referenceCode: 'NEW' } });
    await database.db.organization.update({ where: { id: scene.home }, data: { transferMinutes: 45 } });
    expect(await job(order)).toMatchObject({ isSeen: true });
    await database.db.transfer.update({ where: { id: order.pickupId }, data: { time: clock('15:30') } });
    expect(await job(order)).toMatchObject({ isSeen: false, isChanged: true });
    if (first) expect(await scene.see(await ann(), [first])).toEqual({ markCrewJobsSeen: 0 });
  });

  it('does not depend on the language of the page: the title does', async () => {
    const order = await scene.pickup();
    await database.db.$executeRaw`
      UPDATE orders SET booked_details = '{"product":{"title":"Windmills","translations":{"nl":{"title":"Molens"}}}}'
      WHERE id = ${order.id}`;
    const dutch = async () => of(await scene.jobs({ ...(await ann()), lang: 'nl' }), order) as ShownJob;
    expect(await dutch()).toMatchObject({ title: 'Molens' });
    await scene.see(await ann(), [await dutch()]);
    expect(await job(order)).toMatchObject({ title: 'Windmills', isSeen: true });
  });

  it('includes the notes that are marked for the crew, and no others', async () => {
    const order = await scene.pickup();
    const note = (text: string, isForCrew: boolean) =>
      answer(ADD_NOTE, { order: order.id, input: { text, isForCrew } }, scene.context);
    await note('Pays late', false);
    await scene.see(await ann(), [(await job(order)) as ShownJob]);
    await note('Blue gate', true);
    expect(await job(order)).toMatchObject({ notes: ['Blue gate'], isChanged: true });
  });

  it('keeps a job that moved to another day in sight until the person knows', async () => {
    const order = await scene.pickup();
    await scene.see(await ann(), [(await job(order)) as ShownJob]);
    await database.db.transfer.update({ where: { id: order.pickupId }, data: { date: new Date('2026-06-20') } });
    const moved = await job(order);
    expect(moved).toMatchObject({ day: '2026-06-20', isChanged: true, isWithdrawn: false });
    expect(moved).toMatchObject({ leader: null, place: null, needs: [], notes: [] });
    await scene.see(await ann(), [moved as ShownJob]);
    expect(await job(order)).toBeUndefined();
  });
});

describe('a withdrawn job', () => {
  it.each<[string, (order: { id: number; pickupId: number }) => Promise<unknown>]>([
    ['given to another person', (order) => give(order, scene.ben.id)],
    ['cancelled', ({ id }) => database.db.order.update({ where: { id }, data: { status: 'Cancelled' } })],
  ])('that was %s is shown without guests, and its state ends when that is seen', async (_how, withdraw) => {
    const order = await scene.pickup();
    const shown = (await job(order)) as ShownJob;
    await scene.see(await ann(), [shown]);
    expect(await scene.act(await ann(), shown.id, 'accepted')).toBe('recorded');
    await withdraw(order);
    const withdrawn = (await job(order)) as ShownJob;
    expect(withdrawn).toMatchObject({ isWithdrawn: true, isSeen: false, guests: null, leader: null, place: null });
    expect(await scene.act(await ann(), shown.id, 'onTheWay')).toBe('withdrawn');
    await scene.see(await ann(), [withdrawn]);
    expect(await job(order)).toMatchObject({ isWithdrawn: true, isSeen: true, state: 'assigned' });
  });

  it('that is given again is new', async () => {
    const order = await scene.pickup();
    await scene.see(await ann(), [(await job(order)) as ShownJob]);
    await give(order, scene.ben.id);
    await scene.see(await ann(), [(await job(order)) as ShownJob]);
    await give(order, scene.ann.id);
    expect(await job(order)).toMatchObject({ isWithdrawn: false, isSeen: false, isChanged: false });
  });

  it('that the person declined is not shown', async () => {
    const order = await scene.pickup();
    const { id } = (await job(order)) as ShownJob;
    expect(await scene.act(await ann(), id, 'declined', { reason: ' Ill ' })).toBe('recorded');
    expect(await job(order)).toMatchObject({ state: 'declined', reason: 'Ill' });
    await give(order, scene.ben.id);
    expect(await job(order)).toBeUndefined();
    expect(await job(order, ben)).toMatchObject({ state: 'assigned', reason: '' });
  });
});

describe('an answer is about a day, a time and a place', () => {
  const move = (order: { pickupId: number }, data: object) =>
    database.db.transfer.update({ where: { id: order.pickupId }, data });
  const answered = async (state: CrewState, more: object = {}) => {
    const order = await scene.pickup();
    const shown = (await job(order)) as ShownJob;
    await scene.see(await ann(), [shown]);
    await scene.act(await ann(), shown.id, state, more);
    return { ...order, shown };
  };

  it.each<[string, (order: { pickupId: number }) => Promise<unknown>]>([
    ['time', (order) => move(order, { time: clock('22:00') })],
    ['place', async (order) => move(order, { pointId: (await scene.make.point()).id })],
  ])('and ends when another %s is set', async (_what, change) => {
    const order = await answered('accepted');
    await change(order);
    expect(await job(order)).toMatchObject({ state: 'assigned', stateAt: null, isChanged: true });
    const { appointment } = order.shown;
    expect(await scene.act(await ann(), order.shown.id, 'onTheWay', { appointment })).toBe('changed');
    expect(await scene.act(await ann(), order.shown.id, 'accepted')).toBe('recorded');
  });

  it('and not about notes or phone numbers', async () => {
    const order = await answered('accepted');
    await answer(ADD_NOTE, { order: order.id, input: { text: 'Blue gate', isForCrew: true } }, scene.context);
    expect(await job(order)).toMatchObject({ state: 'accepted', isChanged: true });
  });

  it('and begins anew on another day', async () => {
    const order = await answered('accepted');
    for (const state of ['onTheWay', 'arrived', 'noShow']) await scene.act(await ann(), order.shown.id, state);
    await move(order, { date: new Date('2026-06-09') });
    const later = () => ann(new Date('2026-06-09T06:00:00Z'));
    const shown = of(await scene.jobs(await later()), order);
    expect(shown).toMatchObject({ state: 'assigned', isChanged: true });
    expect(await scene.act(await later(), order.shown.id, 'accepted')).toBe('recorded');
  });

  it('and counts again when the change is taken back before it was seen, and not after', async () => {
    const order = await answered('accepted');
    await move(order, { time: clock('22:00') });
    await move(order, { time: clock('14:00') });
    expect(await job(order)).toMatchObject({ state: 'accepted' });
    await move(order, { time: clock('22:00') });
    await scene.see(await ann(), [(await job(order)) as ShownJob]);
    await move(order, { time: clock('14:00') });
    expect(await job(order)).toMatchObject({ state: 'assigned' });
  });

  it('also in the calendar: a declined job that moved is no longer cancelled', async () => {
    const order = await answered('declined', { reason: 'Ill' });
    const whose = { userId: scene.ann.id, organizationId: scene.home };
    const entry = async () =>
      (await calendarEntries(await ann(), whose)).find(({ uid }) => uid.startsWith(`pickup-${order.id}-`));
    expect(await entry()).toMatchObject({ isCancelled: true });
    await move(order, { time: clock('22:00') });
    expect(await entry()).toMatchObject({ isCancelled: false });
  });
});

it('a job that is given again after it was declined is in the calendar, and cancelled there when it is withdrawn', async () => {
  const order = await scene.pickup();
  const whose = { userId: scene.ann.id, organizationId: scene.home };
  const entry = async () =>
    (await calendarEntries(await ann(), whose)).find(({ uid }) => uid.startsWith(`pickup-${order.id}-`));
  const UPDATE = `mutation ($id: SafeInt!, $driverId: SafeInt!) {
    updateOrders(orders: { ids: [$id] }, input: { pickup: { driverId: $driverId } }) { orders { id: databaseId } } }`;
  const assign = (driverId: number) => answer(UPDATE, { id: order.id, driverId }, scene.context);
  await scene.act(await ann(), `pickup:${order.id}`, 'declined', { reason: 'Ill' });
  await assign(scene.ben.id);
  expect(await entry()).toBeUndefined();
  await assign(scene.ann.id);
  expect(await entry()).toMatchObject({ isCancelled: false });
  await assign(scene.ben.id);
  expect(await entry()).toMatchObject({ isCancelled: true });
});

describe('the state of a job', () => {
  const path = (...states: CrewState[]) => states;
  it.each<[CrewState[], string]>([
    [path('accepted', 'onTheWay', 'arrived', 'done'), 'recorded'],
    [path('accepted', 'onTheWay', 'arrived', 'noShow'), 'recorded'],
    [path('accepted', 'arrived'), 'recorded'],
    [path('accepted', 'onTheWay', 'accepted'), 'recorded'],
    [path('accepted', 'onTheWay', 'arrived', 'done', 'arrived'), 'recorded'],
    [path('declined', 'accepted'), 'recorded'],
    [path('declined', 'assigned'), 'recorded'],
    [path('accepted', 'onTheWay', 'declined'), 'recorded'],
    [path('accepted', 'accepted'), 'recorded'],
    [path('onTheWay'), 'refused'],
    [path('done'), 'refused'],
    [path('accepted', 'done'), 'refused'],
    [path('declined', 'onTheWay'), 'refused'],
    [path('accepted', 'onTheWay', 'arrived', 'declined'), 'refused'],
  ])('%s is %s', async (states, last) => {
    const order = await scene.pickup();
    const outcomes = [];
    for (const state of states)
      outcomes.push(await scene.act(await ann(), `pickup:${order.id}`, state, { reason: 'R' }));
    expect(outcomes.at(-1)).toBe(last);
    expect(outcomes.slice(0, -1).every((outcome) => outcome === 'recorded')).toBe(true);
  });

  it('is set by its person alone', async () => {
    const order = await scene.pickup();
    expect(await scene.act(await ben(), `pickup:${order.id}`, 'accepted')).toBe('withdrawn');
    expect(await scene.act(await ann(), `dropoff:${order.id}`, 'accepted')).toBe('withdrawn');
    expect(await scene.act(await ann(), 'pickup:999999999', 'accepted')).toBe('withdrawn');
    expect(await job(order)).toMatchObject({ state: 'assigned' });
  });

  it('counts an action once, also when two requests send it at once, and keeps when it was made', async () => {
    const order = await scene.pickup();
    const as = await ann();
    const early = hours(-2).toISOString();
    const { id: jobId, appointment } = (await job(order)) as ShownJob;
    const action = { id: actionId(), jobId, appointment, state: 'accepted', at: early };
    const send = () => answer<{ results: object[] }>(ACT, { actions: [action, action] }, as);
    const results = await Promise.all([send(), send()]);
    for (const { results: each } of results)
      expect(each).toEqual(Array(2).fill({ id: action.id, outcome: 'recorded' }));
    // A repetition that arrives after a later action does not bring the state back.
    await scene.act(as, action.jobId, 'onTheWay');
    await send();
    expect(await job(order)).toMatchObject({ state: 'onTheWay' });
    const changes = await database.db.crewJobChange.findMany({
      where: { orderId: order.id },
      orderBy: { madeAt: 'asc' },
    });
    expect(changes.map(({ state, madeAt }) => [state, madeAt.toISOString()])).toEqual([
      ['accepted', early],
      ['onTheWay', NOW.toISOString()],
    ]);
  });

  it('takes an id for one action only', async () => {
    const [one, two] = [await scene.pickup(), await scene.pickup()];
    const id = actionId();
    expect(await scene.act(await ann(), `pickup:${one.id}`, 'accepted', { id })).toBe('recorded');
    expect(await scene.act(await ann(), `pickup:${two.id}`, 'accepted', { id })).toBe('refused');
    expect(await scene.act(await ann(), `pickup:${one.id}`, 'declined', { id, reason: 'Ill' })).toBe('refused');
    expect(await job(two)).toMatchObject({ state: 'assigned' });
  });

  it('is the newest answer, also when an older one arrives later', async () => {
    const order = await scene.pickup();
    const id = `pickup:${order.id}`;
    await scene.act(await ann(), id, 'declined', { reason: 'Ill', at: hours(-1).toISOString() });
    expect(await scene.act(await ann(), id, 'accepted', { at: hours(-2).toISOString() })).toBe('outdated');
    expect(await job(order)).toMatchObject({ state: 'declined', stateAt: hours(-1).toISOString() });
    expect(await database.db.crewJobChange.count({ where: { orderId: order.id } })).toBe(2);
    expect(await scene.act(await ann(), id, 'accepted')).toBe('recorded');
  });

  it('takes no instant of the future, nor one long ago, and keeps 50 changes', async () => {
    const order = await scene.pickup();
    const as = await ann();
    const id = `pickup:${order.id}`;
    await scene.act(as, id, 'accepted', { at: hours(-1_000).toISOString() });
    expect(await job(order)).toMatchObject({ stateAt: hours(-7 * 24).toISOString() });
    await scene.act(as, id, 'onTheWay', { at: hours(5).toISOString() });
    expect(await job(order)).toMatchObject({ stateAt: NOW.toISOString() });
    for (let nth = 0; nth < 30; nth += 1) {
      await scene.act(as, id, 'arrived');
      await scene.act(as, id, 'onTheWay');
    }
    expect(await database.db.crewJobChange.count({ where: { orderId: order.id } })).toBe(50);
  });

  it.each<[string, object, (string | number)[]]>([
    ['without a reason to decline', { state: 'declined' }, ['actions', 0, 'reason']],
    ['with a long reason', { state: 'declined', reason: 'x'.repeat(301) }, ['actions', 0, 'reason']],
    ['with an id that is no UUID', { id: '1' }, ['actions', 0, 'id']],
    ['without a job', { jobId: 'order:1' }, ['actions', 0, 'jobId']],
  ])('is refused %s', async (_how, more, at) => {
    const action = {
      id: actionId(),
      jobId: 'pickup:1',
      appointment: '',
      state: 'accepted',
      at: NOW.toISOString(),
      ...more,
    };
    const { code, fields } = await refusal(ACT, { actions: [action] }, await ann());
    expect([code, fields?.map(({ path: where }) => where)]).toEqual(['VALIDATION', [at]]);
  });
});

it('the order does not change by what its crew says: no column, no version, no event', async () => {
  const order = await scene.pickup();
  const { db } = database;
  const state = async () => ({
    orders: await db.$queryRaw`SELECT to_jsonb(o) FROM orders o WHERE id = ${order.id}`,
    transfers:
      await db.$queryRaw`SELECT to_jsonb(t) FROM transfer t WHERE id IN (${order.pickupId}, ${order.dropoffId})`,
    events: await db.webhookEvent.count(),
    audited: await db.auditEntry.count({ where: { entity: 'order' } }),
  });
  const before = await state();
  const shown = (await job(order)) as ShownJob;
  await scene.see(await ann(), [shown]);
  for (const next of ['accepted', 'onTheWay', 'arrived', 'noShow']) await scene.act(await ann(), shown.id, next);
  expect(await job(order)).toMatchObject({ state: 'noShow', isSeen: true });
  expect(await state()).toEqual(before);
});

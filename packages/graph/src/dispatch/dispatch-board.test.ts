import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BOARD, type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { refusal } from '../testing/run.ts';

let database: TestDatabase;
let scene: DispatchScene;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  scene = await dispatchScene(database);
});
afterEach(() => scene.clear());
afterAll(() => database.drop());

/** The text of a statement, whatever the number of its values. */
const textOf = (sql: string) => sql.replace(/\$\d+(?:,\$\d+)*/g, '$');

describe('the board', () => {
  it('lists the jobs of a day by start time, with all of their fields', async () => {
    const on = scene.freshDay();
    const point = await scene.make.point({ address: 'Quay 1' });
    const late = await scene.order(on, '08:30', scene.ann.id, { passengers: [{}, {}, {}], referenceCode: 'late' });
    const early = await scene.order(on, '07:00', null, {
      pickup: { date: day(on), time: clock('07:00'), pointId: point.id },
    });
    const untimed = await scene.order(on, null, scene.ben.id);
    await scene.order(scene.freshDay(), '07:00');
    await scene.order(on, '07:00', null, { status: 'Cancelled' });
    const shown = await scene.board(on);
    expect(shown.jobs.filter(({ task }) => task === 'pickup').map(({ id }) => id)).toEqual(
      [early, late, untimed].map(({ id }) => `pickup:${id}`),
    );
    expect(scene.jobOf(shown, 'pickup', late)).toMatchObject({
      day: on,
      time: '08:30:00',
      // The departure is at nine o'clock, in Amsterdam.
      startsAt: `${on}T06:30:00.000Z`,
      endsAt: `${on}T07:00:00.000Z`,
      isEstimated: true,
      personId: scene.ann.id,
      publishedPersonId: scene.ann.id,
      isDrafted: false,
      passengerCount: 3,
      order: { id: late.id, referenceCode: 'late' },
    });
    expect(scene.jobOf(shown, 'pickup', early)).toMatchObject({ personId: null, place: { address: 'Quay 1' } });
    expect(scene.jobOf(shown, 'pickup', untimed)).toMatchObject({
      startsAt: null,
      endsAt: null,
      personId: scene.ben.id,
    });
    // The orders have no dropoff details.
    expect(shown.jobs.filter(({ task }) => task === 'dropoff')).toEqual([]);
    expect(shown.drivers.map(({ id }) => id)).toEqual(expect.arrayContaining([scene.ann.id, scene.ben.id]));
    expect((await scene.board(on, { personIds: [scene.ann.id] })).jobs.map(({ id }) => id)).toEqual([
      `pickup:${late.id}`,
    ]);
    expect((await scene.board(on, { tasks: ['guide'] })).jobs.every(({ task }) => task === 'guide')).toBe(true);
  });

  it('lists guide jobs, with one key for all orders of a departure', async () => {
    const on = scene.freshDay();
    const offer = await scene.make.offer([], { departure: { date: day(on) } });
    const [one, two] = [
      await scene.make.order({ offer, tourGuideId: scene.ann.id }),
      await scene.make.order({ offer, tourGuideId: scene.ann.id }),
    ];
    const shown = await scene.board(on);
    const [first, second] = [scene.jobOf(shown, 'guide', one), scene.jobOf(shown, 'guide', two)];
    expect(first).toMatchObject({
      time: '09:00:00',
      startsAt: `${on}T07:00:00.000Z`,
      endsAt: `${on}T09:00:00.000Z`,
      personId: scene.ann.id,
    });
    expect(first?.departure).toBe(second?.departure);
    expect(shown.clashes).toEqual([]);
  });

  it('uses as many statements for many jobs as for few', async () => {
    const on = scene.freshDay();
    for (const time of ['08:00', '08:05']) await scene.order(on, time, scene.ann.id);
    statements = [];
    await scene.board(on);
    const few = [...statements];
    for (let count = 0; count < 5; count += 1) await scene.order(on, '08:15', scene.ben.id);
    statements = [];
    const shown = await scene.board(on);
    expect(shown.jobs.filter(({ task }) => task === 'pickup')).toHaveLength(7);
    expect(shown.clashes.length).toBeGreaterThan(1);
    expect(new Set(statements.map(textOf))).toEqual(new Set(few.map(textOf)));
    // A statement for each job would be five more. A turn that takes long (see turns.ts) ends within a list, whose rest
    // is read by the same statement again.
    expect(statements.length).toBeLessThan(few.length + 5);
  });

  it('rejects an empty or too long range of days', async () => {
    const variables = (from: string, to: string) => ({ from, to });
    expect(await refusal(BOARD, variables('2026-06-02', '2026-06-01'), scene.context)).toMatchObject({
      fields: [{ path: ['from'] }],
    });
    expect(await refusal(BOARD, variables('2026-06-01', '2026-07-02'), scene.context)).toMatchObject({
      fields: [{ path: ['to'] }],
    });
    expect((await scene.board('2026-06-01', { to: '2026-07-01' })).jobs).toEqual(expect.any(Array));
  });
});

describe('clashes', () => {
  it('are reported for the same person at overlapping times, and not where jobs touch', async () => {
    const on = scene.freshDay();
    const [one, two] = [await scene.order(on, '08:00', scene.ann.id), await scene.order(on, '08:30', scene.ann.id)];
    const dropoff = { date: day(on), time: clock('09:00'), driverId: scene.ann.id };
    const touching = await scene.make.order({ offer: null, dropoff });
    const shown = await scene.board(on);
    expect(scene.jobOf(shown, 'dropoff', touching)).toBeDefined();
    expect(shown.clashes).toMatchObject([
      { kind: 'overlap', personId: scene.ann.id, jobs: [{ id: `pickup:${one.id}` }, { id: `pickup:${two.id}` }] },
    ]);
  });

  it('are found across midnight, also from the next day', async () => {
    const on = scene.freshDay();
    const next = new Date(day(on).getTime() + 86_400_000).toISOString().slice(0, 10);
    const late = await scene.make.order({
      offer: null,
      dropoff: { date: day(on), time: clock('23:45'), driverId: scene.ben.id },
    });
    const early = await scene.make.order({
      offer: null,
      pickup: { date: day(next), time: clock('00:10'), driverId: scene.ben.id },
    });
    for (const shown of [await scene.board(on), await scene.board(next)])
      expect(shown.clashes).toMatchObject([{ jobs: [{ id: `dropoff:${late.id}` }, { id: `pickup:${early.id}` }] }]);
    expect((await scene.board(on)).jobs.map(({ id }) => id)).toEqual([`dropoff:${late.id}`]);
  });
});

import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { answer, refusal } from '../testing/run.ts';

const WORKLOAD = 'jobs guests minutes estimatedMinutes workingMinutes';
const SCHEDULE = /* GraphQL */ `
  query ($personId: SafeInt!, $from: Date!, $to: Date!) {
    schedule: personSchedule(personId: $personId, from: $from, to: $to) {
      person { id: databaseId }
      jobs { id: jobId day order { id: databaseId } }
      clashes { kind jobs { id: jobId } }
      calendars { workingHours { weekday } absences { reason } }
      days { day workload { ${WORKLOAD} } }
      total { ${WORKLOAD} }
    }
  }
`;

type Schedule = {
  jobs: { id: string }[];
  clashes: { kind: string; jobs: { id: string }[] }[];
  calendars: { workingHours: object[]; absences: { reason: string }[] }[];
  days: { day: string; workload: object }[];
  total: object;
};

let database: TestDatabase;
let scene: DispatchScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
});
afterAll(() => database.drop());

const scheduleOf = async (personId: number, from: string, to = from, as = scene.context) =>
  (await answer<{ schedule: Schedule }>(SCHEDULE, { personId, from, to }, as)).schedule;

describe('the schedule of a person', () => {
  it('has the jobs of both roles with their clashes, and of nobody else', async () => {
    const { ann, ben, make } = scene;
    const offer = await make.offer([], {
      departure: { date: day('2026-09-01'), startTime: clock('10:00'), endTime: clock('11:00') },
    });
    const guided = await make.order({ offer, tourGuideId: ann.id });
    const driven = await scene.order('2026-09-01', '10:30', ann.id, { dropoff: { driverId: ben.id } });
    await scene.order('2026-09-01', '15:00', ben.id);
    await scene.order('2026-09-02', '08:00', ann.id);
    const schedule = await scheduleOf(ann.id, '2026-09-01');
    expect(schedule.jobs.map(({ id }) => id)).toEqual([`guide:${guided.id}`, `pickup:${driven.id}`]);
    // The pickup is also after the start of its order.
    expect(schedule.clashes.map(({ kind }) => kind)).toEqual(['overlap', 'travel']);
    expect(schedule.total).toMatchObject({ jobs: 2, minutes: 60, workingMinutes: null });
    const longer = await scheduleOf(ann.id, '2026-09-01', '2026-09-03');
    expect(longer.days.map(({ day: on, workload }) => [on, (workload as { jobs: number }).jobs])).toEqual([
      ['2026-09-01', 2],
      ['2026-09-02', 1],
      ['2026-09-03', 0],
    ]);
  });

  it('has a job that began before and lasts into its days, and draws in the calendar', async () => {
    const { ben, make, context } = scene;
    const offer = await make.offer([], { departure: { date: day('2026-09-10') } });
    const long = await make.order({
      offer,
      tourGuideId: ben.id,
      endsAt: new Date('2026-09-12T12:00:00Z'),
      endsAtLocal: new Date('2026-09-12T14:00:00Z'),
    });
    const home = await make.home();
    const of = { organizationId: home.id, userId: ben.id };
    await database.db.absence.create({
      data: { ...of, startsAtLocal: day('2026-09-12'), endsAtLocal: day('2026-09-13'), reason: 'dentist' },
    });
    await database.db.workingHours.create({
      data: { ...of, weekday: 6, startTime: clock('09:00'), endTime: clock('17:00') },
    });
    const schedule = await scheduleOf(ben.id, '2026-09-12');
    expect(schedule.jobs.map(({ id }) => id)).toEqual([`guide:${long.id}`]);
    expect(schedule.total).toMatchObject({ jobs: 1, minutes: 14 * 60, workingMinutes: 0 });
    expect(schedule.calendars).toEqual([{ workingHours: [{ weekday: 6 }], absences: [{ reason: 'dentist' }] }]);
    expect((await scheduleOf(ben.id, '2026-09-13')).jobs).toEqual([]);
    const publicContext = await contextFor(database.db, ben.id);
    expect(await refusal(SCHEDULE, { personId: ben.id, from: '2026-09-12', to: '2026-09-12' }, publicContext)).toEqual({
      code: 'NOT_FOUND',
      message: 'Person not found.',
    });
    await expect(scheduleOf(0, '2026-09-12', '2026-09-12', context)).rejects.toThrow('Person not found');
  });

  it('shows published values, whatever is drafted', async () => {
    const { ann, ben } = scene;
    const on = scene.freshDay();
    const order = await scene.order(on, '09:00', ann.id);
    await scene.drafted([{ orderId: order.id, task: 'pickup', personId: ben.id }]);
    expect((await scheduleOf(ann.id, on)).jobs).toHaveLength(1);
    expect((await scheduleOf(ben.id, on)).jobs).toEqual([]);
    await scene.clear();
  });

  it('takes at most 42 days', async () => {
    const { ann, context } = scene;
    await scheduleOf(ann.id, '2026-06-01', '2026-07-12');
    expect(await refusal(SCHEDULE, { personId: ann.id, from: '2026-06-01', to: '2026-07-13' }, context)).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: ['to'] }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Job } from './load-jobs.ts';
import { type Times, type Workload, workloadsOf } from './workload.ts';

const MINUTE = 60_000;
const FREE: Times = { hours: [], absences: [] };
const NOTHING: Workload = { jobs: 0, guests: 0, minutes: 0, estimatedMinutes: 0, workingMinutes: null };

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const reading = (text: string) => new Date(`${text}Z`).getTime();

let nextId = 0;

/** A job from an instant on, with a known end unless it is estimated. */
function job(start: string, minutes: number, more: Partial<Job> & { isEstimated?: boolean } = {}): Job {
  const { isEstimated = false, ...columns } = more;
  nextId += 1;
  const at = Date.parse(start);
  return {
    id: `guide:${nextId}`,
    task: 'guide',
    orderId: nextId,
    organizationId: 1,
    day: day(start.slice(0, 10)),
    time: null,
    timeZone: 'Europe/Amsterdam',
    city: 'Amsterdam',
    timing: {
      earliest: at,
      latest: at,
      least: isEstimated ? MINUTE : minutes * MINUTE,
      likely: minutes * MINUTE,
    },
    personId: 1,
    publishedPersonId: 1,
    isDrafted: false,
    isStale: false,
    departure: String(nextId),
    address: null,
    passengerCount: 2,
    ...columns,
  };
}

const anyTime = (on: string, minutes: number): Job =>
  job(`${on}T00:00:00+02:00`, minutes, {
    timing: {
      earliest: Date.parse(`${on}T00:00:00+02:00`),
      latest: Date.parse(`${on}T23:59:00+02:00`),
      least: MINUTE,
      likely: minutes * MINUTE,
    },
  });

const on = (text: string, jobs: Job[], times = FREE) => workloadsOf(jobs, [day(text)], times).days[0];

describe('the workload of a day', () => {
  it('sums known and estimated time', () => {
    const jobs = [
      job('2026-06-10T09:00+02:00', 60),
      job('2026-06-10T13:00+02:00', 120, { isEstimated: true }),
      job('2026-06-11T09:00+02:00', 60),
    ];
    expect(on('2026-06-10', jobs)).toEqual({ ...NOTHING, jobs: 2, guests: 4, minutes: 180, estimatedMinutes: 120 });
    expect(on('2026-06-12', jobs)).toEqual(NOTHING);
  });

  it('counts jobs at the same time once, and what is known as known', () => {
    const jobs = [
      job('2026-06-10T09:00+02:00', 60),
      job('2026-06-10T09:30+02:00', 60),
      job('2026-06-10T09:45+02:00', 15),
      job('2026-06-10T10:00+02:00', 60, { isEstimated: true }),
    ];
    expect(on('2026-06-10', jobs)).toMatchObject({ jobs: 4, minutes: 120, estimatedMinutes: 30 });
  });

  it('counts the guests of an order once who are picked up and brought back', () => {
    const pickup = job('2026-06-10T09:00+02:00', 30, { id: 'pickup:7', orderId: 7, passengerCount: 5 });
    const dropoff = job('2026-06-10T17:00+02:00', 30, { id: 'dropoff:7', orderId: 7, passengerCount: 5 });
    expect(on('2026-06-10', [pickup, dropoff])).toMatchObject({ jobs: 2, guests: 5, minutes: 60 });
  });

  it('adds jobs without a time as they are estimated', () => {
    const jobs = [anyTime('2026-06-10', 30), anyTime('2026-06-10', 30), job('2026-06-10T00:00+02:00', 60)];
    expect(on('2026-06-10', jobs)).toMatchObject({ jobs: 3, minutes: 120, estimatedMinutes: 60 });
    expect(on('2026-06-09', jobs)).toEqual(NOTHING);
  });

  it('splits a job at the midnight of its place', () => {
    const night = job('2026-06-10T22:00+02:00', 240);
    const { days, total } = workloadsOf([night], [day('2026-06-10'), day('2026-06-11')], FREE);
    expect(days.map(({ jobs, minutes }) => [jobs, minutes])).toEqual([
      [1, 120],
      [1, 120],
    ]);
    expect(total).toMatchObject({ jobs: 1, guests: 2, minutes: 240 });
    const honolulu = job('2026-06-11T06:00Z', 60, { timeZone: 'Pacific/Honolulu' });
    expect(on('2026-06-10', [honolulu])).toMatchObject({ jobs: 1, minutes: 60 });
    expect(on('2026-06-11', [honolulu])).toEqual(NOTHING);
  });

  it('has the true length where the clock changes', () => {
    // Midnight to midnight is 23 hours in March, and 25 in October.
    expect(on('2026-03-29', [job('2026-03-28T12:00Z', 2_880)])).toMatchObject({ minutes: 23 * 60 });
    expect(on('2026-10-25', [job('2026-10-24T12:00Z', 2_880)])).toMatchObject({ minutes: 25 * 60 });
    expect(on('2026-03-29', [job('2026-03-29T01:30+01:00', 60)])).toMatchObject({ minutes: 60 });
  });

  it('counts once what is at one instant on two days', () => {
    const auckland = job('2026-06-10T20:00Z', 60, { timeZone: 'Pacific/Auckland' });
    const amsterdam = job('2026-06-10T20:00Z', 60);
    const { days, total } = workloadsOf([auckland, amsterdam], [day('2026-06-10'), day('2026-06-11')], FREE);
    expect(days.map(({ minutes }) => minutes)).toEqual([60, 60]);
    expect(total.minutes).toBe(60);
  });
});

describe('the working minutes of a day', () => {
  // 10 June 2026 is a Wednesday.
  const hours = [
    { weekday: 3, from: 540, to: 720 },
    { weekday: 3, from: 1_320, to: 1_560 },
  ];
  const working = (text: string, times: Times) => on(text, [], times)?.workingMinutes;

  it('are unknown without working hours, and none on a day off', () => {
    expect(working('2026-06-10', FREE)).toBeNull();
    expect(working('2026-06-12', { ...FREE, hours })).toBe(0);
  });

  it('are those of the day, also after midnight', () => {
    expect(working('2026-06-10', { ...FREE, hours })).toBe(180 + 120);
    expect(working('2026-06-11', { ...FREE, hours })).toBe(120);
  });

  it('leave out absences, also those that overlap', () => {
    const absence = (from: string, until: string) => ({ from: reading(from), until: reading(until), reason: '' });
    const absences = [absence('2026-06-10T10:00', '2026-06-10T11:00'), absence('2026-06-10T10:30', '2026-06-10T11:30')];
    expect(working('2026-06-10', { hours, absences })).toBe(180 + 120 - 90);
    const away = [absence('2026-06-01T00:00', '2026-06-30T00:00')];
    expect(working('2026-06-10', { hours, absences: away })).toBe(0);
  });

  it('are summed for all days', () => {
    const days = [day('2026-06-10'), day('2026-06-11'), day('2026-06-12')];
    expect(workloadsOf([], days, { ...FREE, hours }).total.workingMinutes).toBe(420);
  });
});

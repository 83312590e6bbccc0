import { describe, expect, it } from 'vitest';
import type { Rules, TimedJob } from './clash-types.ts';
import { clashesAmong } from './clashes.ts';
import { jobsOf } from './groups.ts';
import { LONGEST_WAY, travelBy } from './travel.ts';

const MINUTE = 60_000;
const CITY = { cityId: 1, latitude: null, longitude: null, isExact: false };
const rules: Rules = {
  travel: travelBy({ speed: 50, minutes: new Map() }),
  margin: 0,
  worker: () => ({ capacity: new Map([['seats', 8]]), languages: null, hours: [], absences: [] }),
  seatsTag: 'seats',
  longestWay: LONGEST_WAY,
};

/** Transfers of one driver, each of another departure. */
const transfers = (count: number, start: (index: number) => number, latest = start): TimedJob[] =>
  Array.from({ length: count }, (_none, index) => ({
    id: `pickup:${index}`,
    orderId: index,
    organizationId: 1,
    task: 'pickup',
    personId: 1,
    departure: String(index),
    earliest: start(index),
    latest: latest(index),
    least: 30 * MINUTE,
    likely: 30 * MINUTE,
    timeZone: 'Europe/Amsterdam',
    from: CITY,
    to: CITY,
    guests: 1,
    needs: new Map(),
    languages: [],
  }));
const found = (jobs: TimedJob[], own = new Set(jobs.map(({ id }) => id))) => clashesAmong(jobs, () => rules, own);

describe('thousands of jobs of one person', () => {
  it('at one instant are each part of a finding, and of few', () => {
    const jobs = transfers(5_000, () => 0);
    const clashes = found(jobs);
    expect(new Set(clashes.flatMap((clash) => jobsOf(clash).map(({ id }) => id))).size).toBe(5_000);
    expect(clashes.length).toBeLessThanOrEqual(5 * 5_000 + 1);
  });

  it('without a time are one finding for each day', () => {
    const day = 24 * 60 * MINUTE;
    const jobs = transfers(
      2_000,
      (index) => (index % 2) * day,
      (index) => ((index % 2) + 1) * day - MINUTE,
    );
    expect(found(jobs).filter(({ kind }) => kind === 'noTime')).toHaveLength(2);
  });

  it('of one departure, half of them without a time, are counted once', () => {
    const day = 24 * 60 * MINUTE;
    const jobs = transfers(
      4_000,
      (index) => (index < 2_000 ? 0 : index * 30_000),
      (index) => (index < 2_000 ? day - MINUTE : index * 30_000),
    ).map((job, index) => ({ ...job, departure: 'the boat', from: { ...CITY, cityId: index } }));
    const capacity = found(jobs).filter(({ kind }) => kind === 'capacity');
    expect(capacity.map((clash) => 'needed' in clash && clash.needed)).toEqual([expect.any(Number), 2_060]);
  });

  it('do not hide a finding about a job in which the caller is interested', () => {
    const others = transfers(60, () => 0);
    const [one, two] = transfers(2, () => 24 * 60 * MINUTE).map((job) => ({ ...job, id: `own ${job.id}` }));
    const own = new Set([one?.id ?? '', two?.id ?? '']);
    const clashes = found([...others, ...(one && two ? [one, two] : [])], own);
    expect(clashes.map(({ kind }) => kind)).toEqual(['overlap']);
  });
});

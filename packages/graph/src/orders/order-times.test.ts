import type { TimeUnit } from '@channel/prisma';
import { describe, expect, it } from 'vitest';
import { orderTimes } from './order-times.ts';

const time = (text: string) => new Date(`1970-01-01T${text}Z`);

type Case = { type?: string; zone?: string; day?: string; start?: string | null; end?: string; duration?: number };

/** Start and end on the wall clock and as instants, in ISO 8601 without fractions. */
function times(
  { type = 'per_slot', zone = 'Europe/Amsterdam', day = '2026-06-10', ...sold }: Case,
  durationUnit: TimeUnit = 'none',
) {
  const { startsAtLocal, endsAtLocal, startsAt, endsAt } = orderTimes(
    {
      availabilityType: type,
      timeZone: zone,
      duration: sold.duration ?? 90,
      date: new Date(`${day}T00:00:00Z`),
      startTime: sold.start ? time(sold.start) : null,
      endTime: sold.end ? time(sold.end) : null,
    },
    durationUnit,
  );
  const text = (date: Date | null) => date?.toISOString().slice(0, 19) ?? null;
  return [startsAtLocal, endsAtLocal, startsAt, endsAt].map(text);
}

describe('an order takes place', () => {
  it('from the start to the end of its slot', () => {
    expect(times({ start: '09:00:00', end: '11:30:00' })).toEqual([
      '2026-06-10T09:00:00',
      '2026-06-10T11:30:00',
      '2026-06-10T07:00:00',
      '2026-06-10T09:30:00',
    ]);
  });

  it('into the next day, where its slot ends before it starts', () => {
    expect(times({ start: '22:00:00', end: '01:00:00' })).toEqual([
      '2026-06-10T22:00:00',
      '2026-06-11T01:00:00',
      '2026-06-10T20:00:00',
      '2026-06-10T23:00:00',
    ]);
  });

  it('until the last day of the calendar at most, whatever the duration in the catalogue', () => {
    for (const unit of ['minutes', 'hours', 'days'] as const) {
      const [, endsAtLocal, , endsAt] = times({ start: '09:00:00', duration: 999_999_999_999 }, unit);
      for (const end of [endsAtLocal, endsAt]) expect(end).toMatch(/^9999-12-3[01]T/);
    }
  });

  it('at its start only, where the end is unknown', () => {
    expect(times({ type: 'per_time', start: '09:00:00' })).toEqual([
      '2026-06-10T09:00:00',
      '2026-06-10T09:00:00',
      '2026-06-10T07:00:00',
      '2026-06-10T07:00:00',
    ]);
  });

  it('for its duration, where the operator has set the unit', () => {
    const start = { type: 'per_time', start: '23:30:00', duration: 1.5 };
    expect(times(start, 'hours').slice(0, 2)).toEqual(['2026-06-10T23:30:00', '2026-06-11T01:00:00']);
    expect(times({ ...start, duration: 45 }, 'minutes')[1]).toBe('2026-06-11T00:15:00');
    expect(times({ ...start, duration: 2 }, 'days')[1]).toBe('2026-06-12T23:30:00');
    expect(times({ ...start, type: 'per_slot', end: '23:45:00' }, 'days')[1]).toBe('2026-06-10T23:45:00');
  });

  it('all day, where it has no time of day', () => {
    expect(times({ type: 'daily', start: null })).toEqual([
      '2026-06-10T00:00:00',
      '2026-06-10T23:59:59',
      '2026-06-09T22:00:00',
      '2026-06-10T21:59:59',
    ]);
    expect(times({ type: 'daily', start: null }, 'hours')[1]).toBe('2026-06-10T23:59:59');
  });

  it('at no time, where it is a pass', () => {
    expect(times({ type: 'pass', start: null })).toEqual([null, null, null, null]);
    expect(times({ type: 'pass', start: '09:00:00', end: '10:00:00' })).toEqual([null, null, null, null]);
  });
});

describe('at a change of the clocks', () => {
  // Amsterdam: 29 March 2026, 02:00 becomes 03:00; 25 October 2026, 03:00 becomes 02:00.
  it('a local time in the gap is shifted forward by the gap', () => {
    expect(times({ day: '2026-03-29', start: '02:30:00', end: '04:00:00' })).toEqual([
      '2026-03-29T02:30:00',
      '2026-03-29T04:00:00',
      '2026-03-29T01:30:00',
      '2026-03-29T02:00:00',
    ]);
  });

  it('a repeated local time is the first of the two', () => {
    expect(times({ day: '2026-10-25', start: '02:30:00', end: '03:30:00' })).toEqual([
      '2026-10-25T02:30:00',
      '2026-10-25T03:30:00',
      '2026-10-25T00:30:00',
      '2026-10-25T02:30:00',
    ]);
  });

  it('a whole day has 23 or 25 hours', () => {
    const hours = (day: string) => {
      const [, , start, end] = times({ type: 'daily', day, start: null });
      return (Date.parse(`${end}Z`) - Date.parse(`${start}Z`) + 1_000) / 3_600_000;
    };
    expect(hours('2026-03-28')).toBe(24);
    expect(hours('2026-03-29')).toBe(23);
    expect(hours('2026-10-25')).toBe(25);
  });

  it('a duration in hours is elapsed time, a duration in days is calendar days', () => {
    const start = { type: 'per_time', day: '2026-03-29', start: '01:30:00' };
    expect(times({ ...start, duration: 90 }, 'minutes')).toEqual([
      '2026-03-29T01:30:00',
      '2026-03-29T04:00:00',
      '2026-03-29T00:30:00',
      '2026-03-29T02:00:00',
    ]);
    expect(times({ ...start, day: '2026-03-28', duration: 1 }, 'days')[1]).toBe('2026-03-29T01:30:00');
    expect(times({ ...start, day: '2026-10-25', duration: 2 }, 'hours')).toEqual([
      '2026-10-25T01:30:00',
      '2026-10-25T02:30:00',
      '2026-10-24T23:30:00',
      '2026-10-25T01:30:00',
    ]);
  });

  it('a place in the southern hemisphere or with a half-hour offset has its own day', () => {
    expect(times({ zone: 'Australia/Lord_Howe', day: '2026-10-04', start: '01:00:00', end: '03:00:00' })).toEqual([
      '2026-10-04T01:00:00',
      '2026-10-04T03:00:00',
      '2026-10-03T14:30:00',
      '2026-10-03T16:00:00',
    ]);
    expect(times({ zone: 'Asia/Kathmandu', start: '00:00:00', end: '01:00:00' })[2]).toBe('2026-06-09T18:15:00');
  });
});

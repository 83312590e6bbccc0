import { describe, expect, it } from 'vitest';
import { parseDate, parseTime } from '../shared/calendar.ts';
import { guideTiming, type OrderSpan, type Timing, transferTiming } from './job-times.ts';

const MINUTE = 60_000;
const ESTIMATES = { guideMinutes: 120, transferMinutes: 30 };
const moment = (date: string, time: string) => ({ date: parseDate(date) ?? null, time: parseTime(time) ?? null });
const span = (startsAt: string | null, timeZone = 'Europe/Amsterdam'): OrderSpan => ({
  timeZone,
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: startsAt === null ? null : new Date(startsAt),
  endIsKnown: false,
  day: startsAt === null ? null : (parseDate(startsAt.slice(0, 10)) ?? null),
  endDay: startsAt === null ? null : (parseDate(startsAt.slice(0, 10)) ?? null),
  isWholeDay: false,
});
const interval = (timing: Timing | null) =>
  timing && [timing.earliest, timing.earliest + timing.likely].map((time) => new Date(time).toISOString());
const pickup = (date: string, time: string, order: OrderSpan) =>
  interval(transferTiming('pickup', moment(date, time), order, ESTIMATES, null));

describe('a pickup', () => {
  it('lasts until the experience begins', () => {
    expect(pickup('2026-06-10', '08:00', span('2026-06-10T07:30:00Z'))).toEqual([
      '2026-06-10T06:00:00.000Z',
      '2026-06-10T07:30:00.000Z',
    ]);
  });

  it('lasts for the estimate where the experience is hours away, over, or has no time', () => {
    for (const starts of ['2026-06-10T10:00:01Z', '2026-06-10T06:00:00Z', '2026-06-09T06:00:00Z', null])
      expect(pickup('2026-06-10', '08:00', span(starts))?.[1]).toBe('2026-06-10T06:30:00.000Z');
  });

  it('may begin before midnight for an experience that begins after midnight', () => {
    expect(pickup('2026-06-10', '23:30', span('2026-06-10T22:15:00Z'))).toEqual([
      '2026-06-10T21:30:00.000Z',
      '2026-06-10T22:15:00.000Z',
    ]);
  });

  it('uses the local time of the place in the nights of clock changes', () => {
    // In the morning of 29 March the clock goes from 02:00 to 03:00: half an hour lies between 01:45 and 03:15.
    expect(pickup('2026-03-29', '01:45', span('2026-03-29T01:15:00Z'))).toEqual([
      '2026-03-29T00:45:00.000Z',
      '2026-03-29T01:15:00.000Z',
    ]);
    // A local time that the clock skips is an hour later.
    expect(pickup('2026-03-29', '02:30', span(null))?.[0]).toBe('2026-03-29T01:30:00.000Z');
    // A local time that occurs twice is the first one.
    expect(pickup('2026-10-25', '02:30', span(null))?.[0]).toBe('2026-10-25T00:30:00.000Z');
  });

  it('without a day is on that of the order, and without either at no known time', () => {
    const time = parseTime('08:00') ?? null;
    const order = span('2026-06-10T07:30:00Z');
    expect(interval(transferTiming('pickup', { date: null, time }, order, ESTIMATES, null))?.[0]).toBe(
      '2026-06-10T06:00:00.000Z',
    );
    expect(transferTiming('pickup', { date: null, time }, span(null), ESTIMATES, null)).toBeNull();
  });

  it('without a time may be at any time of the day, by the clock of the place', () => {
    const onDay = transferTiming(
      'pickup',
      { date: parseDate('2026-03-29') ?? null, time: null },
      span(null),
      ESTIMATES,
      null,
    );
    expect([onDay?.earliest, onDay?.latest].map((time) => new Date(time ?? 0).toISOString())).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:00.000Z',
    ]);
  });

  it('takes at least as long as its way, but not longer than until the experience', () => {
    const at = moment('2026-06-10', '08:00');
    const order = span('2026-06-10T07:30:00Z');
    expect(transferTiming('pickup', at, order, ESTIMATES, 40 * MINUTE)).toMatchObject({
      least: 40 * MINUTE,
      likely: 90 * MINUTE,
    });
    expect(transferTiming('pickup', at, order, ESTIMATES, 200 * MINUTE)?.least).toBe(90 * MINUTE);
  });
});

describe('a dropoff', () => {
  it('lasts for the estimate, or for its way where that is longer', () => {
    const at = moment('2026-06-10', '23:45');
    const order = span('2026-06-10T22:30:00Z');
    const estimates = { ...ESTIMATES, transferMinutes: 45 };
    expect(interval(transferTiming('dropoff', at, order, estimates, null))?.[1]).toBe('2026-06-10T22:30:00.000Z');
    expect(transferTiming('dropoff', at, order, estimates, 60 * MINUTE)).toMatchObject({
      least: 60 * MINUTE,
      likely: 60 * MINUTE,
    });
  });
});

describe('guiding', () => {
  const starts = span('2026-06-10T07:30:00Z');
  it('lasts as long as the order where its end is known, and else for the estimate', () => {
    const ended = { ...starts, endsAt: new Date('2026-06-10T09:00:00Z'), endIsKnown: true };
    expect(guideTiming(ended, ESTIMATES)).toMatchObject({ least: 90 * MINUTE, likely: 90 * MINUTE });
    expect(guideTiming(starts, ESTIMATES)).toMatchObject({ least: MINUTE, likely: 120 * MINUTE });
  });

  it('of a pass is at no known time, and of a day without a time at any', () => {
    expect(guideTiming(span(null), ESTIMATES)).toBeNull();
    const day = { ...starts, startsAt: new Date('2026-06-09T22:00:00Z'), isWholeDay: true };
    const long = {
      ...day,
      endsAt: new Date('2026-06-11T21:59:59Z'),
      endDay: parseDate('2026-06-11') ?? null,
      endIsKnown: true,
    };
    expect(guideTiming(long, ESTIMATES)).toMatchObject({
      earliest: long.startsAt.getTime(),
      latest: long.startsAt.getTime(),
    });
    expect(guideTiming(day, ESTIMATES)).toMatchObject({
      earliest: Date.parse('2026-06-09T22:00:00Z'),
      latest: Date.parse('2026-06-10T21:59:00Z'),
    });
  });
});

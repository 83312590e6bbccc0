import { describe, expect, it } from 'vitest';
import { parseDate, parseTime } from '../shared/calendar.ts';
import { guideBetween, transferBetween } from './job-times.ts';

const moment = (date: string, time: string) => ({ date: parseDate(date) ?? null, time: parseTime(time) ?? null });
const span = (startsAt: string | null, timeZone = 'Europe/Amsterdam') => ({
  timeZone,
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: startsAt === null ? null : new Date(startsAt),
  endIsKnown: false,
});
const pickup = (date: string, time: string, order: ReturnType<typeof span>) => {
  const between = transferBetween('pickup', moment(date, time), order, 30);
  return between && [between.startsAt.toISOString(), between.endsAt?.toISOString()];
};

describe('a pickup', () => {
  it('lasts until the experience begins', () => {
    expect(pickup('2026-06-10', '08:00', span('2026-06-10T07:30:00Z'))).toEqual([
      '2026-06-10T06:00:00.000Z',
      '2026-06-10T07:30:00.000Z',
    ]);
  });

  it('lasts for the configured duration where the experience is hours away, over, or has no time', () => {
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

  it('without day or time has no interval', () => {
    const order = span('2026-06-10T07:30:00Z');
    expect(transferBetween('pickup', { date: null, time: parseTime('08:00') ?? null }, order, 30)).toBeNull();
    expect(transferBetween('pickup', { date: parseDate('2026-06-10') ?? null, time: null }, order, 30)).toBeNull();
  });
});

describe('a dropoff', () => {
  it('lasts for the configured duration, whatever the order', () => {
    const between = transferBetween('dropoff', moment('2026-06-10', '23:45'), span('2026-06-10T22:30:00Z'), 45);
    expect(between?.endsAt?.toISOString()).toBe('2026-06-10T22:30:00.000Z');
  });
});

describe('guiding', () => {
  it('lasts as long as the order, and has no interval for a pass', () => {
    expect(guideBetween(span(null))).toBeNull();
    const ended = { ...span('2026-06-10T07:30:00Z'), endsAt: new Date('2026-06-10T09:00:00Z'), endIsKnown: true };
    expect(guideBetween(ended)?.endsAt).toEqual(ended.endsAt);
    expect(guideBetween(span('2026-06-10T07:30:00Z'))?.endsAt).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { transferDay } from './plan-transfer.ts';

const dayOf = (text: string, zone = 'Europe/Amsterdam') => transferDay(text, zone)?.toISOString().slice(0, 10);

describe('the day of a transfer', () => {
  it('lies within the years 1 to 9999', () => {
    expect(dayOf('9999-12-31T23:59:59-12:00', 'UTC')).toBeUndefined();
    expect(dayOf('0001-01-01T00:00:00+14:00', 'UTC')).toBeUndefined();
    expect(dayOf('9999-12-31T23:59:59Z', 'UTC')).toBe('9999-12-31');
    expect(dayOf('0001-01-01T00:00:00Z', 'UTC')).toBe('0001-01-01');
  });

  it('is a plain date, unchanged', () => {
    expect(dayOf('2026-06-10', 'Pacific/Kiritimati')).toBe('2026-06-10');
    expect(dayOf('2028-02-29')).toBe('2028-02-29');
  });

  it('is the local date of a date-time', () => {
    expect(dayOf('2026-06-10T23:59:59+02:00')).toBe('2026-06-10');
    expect(dayOf('2026-06-10T22:00:00Z')).toBe('2026-06-11');
    expect(dayOf('2026-06-10T21:59:59Z')).toBe('2026-06-10');
    expect(dayOf('2026-06-10T00:30:00+14:00', 'Pacific/Kiritimati')).toBe('2026-06-10');
    expect(dayOf('2026-06-10T00:30:00-11:00', 'Pacific/Kiritimati')).toBe('2026-06-11');
    // The night in which the clocks in Amsterdam are set forward.
    expect(dayOf('2026-03-28T23:30:00Z')).toBe('2026-03-29');
  });

  it('is accepted in the formats that clients send', () => {
    for (const text of [
      '2026-06-10T08:00+02:00',
      '2026-06-10 08:00:00+0200',
      '2026-06-10T08:00:00.123Z',
      '2026-06-10t08:00:00z',
      '2026-06-10T08:00:00 +02:00',
    ]) {
      expect([text, dayOf(text)]).toEqual([text, '2026-06-10']);
    }
  });

  it('is undefined where the day, time or offset is invalid, or the offset is missing', () => {
    for (const text of [
      '',
      'today',
      '2026-02-29',
      '2026-6-1',
      '2026-06-10T08:00:00',
      '2026-02-30T08:00:00Z',
      '2026-06-10T24:00:00Z',
      '2026-06-10T08:60Z',
      '2026-06-10T08:00:00+25:00',
      '2026-06-10T08:00:00+02',
      '0000-01-01',
      ' 2026-06-10',
    ]) {
      expect([text, dayOf(text)]).toEqual([text, undefined]);
    }
  });
});

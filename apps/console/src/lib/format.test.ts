import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayIn,
  formatDay,
  formatDays,
  formatInstantDay,
  formatInstantTime,
  formatMoney,
  formatTime,
  isDay,
  splitLocal,
  zoneName,
} from './format.ts';

const plain = (text: string) => text.replaceAll(/[\u202f\u00a0\u2009]/g, ' ');

describe('local days and times', () => {
  it('are formatted by locale', () => {
    expect(formatDay('en-GB', '2026-11-24')).toBe('24 Nov 2026');
    expect(formatDay('en-GB', '2026-11-24', 'long')).toBe('Tue, 24 Nov 2026');
    expect(formatDay('de-AT', '2026-11-24')).toBe('24. Nov. 2026');
    expect(formatTime('en-GB', '09:30:00')).toBe('09:30');
    expect(plain(formatTime('en-US', '21:30:00'))).toBe('9:30 PM');
    expect(plain(formatDays('en-GB', '2026-11-24', '2026-11-27'))).toBe('24 – 27 Nov 2026');
    expect(formatDays('en-GB', '2026-11-24', '2026-11-24')).toBe('24 Nov 2026');
  });

  it('are split from a local date and time', () => {
    expect(splitLocal('2026-11-24 09:30:00')).toEqual({ day: '2026-11-24', time: '09:30:00' });
  });
});

describe('instants', () => {
  it('are formatted in a time zone', () => {
    expect(formatInstantDay('en-GB', '2026-11-24T23:30:00.000Z', 'Europe/Vienna')).toBe('25 Nov 2026');
    expect(formatInstantTime('en-GB', '2026-11-24T23:30:00.000Z', 'Europe/Vienna')).toBe('00:30');
    expect(formatInstantTime('en-GB', '2026-07-24T23:30:00.000Z', 'Europe/Vienna')).toBe('01:30');
  });

  it('have a time zone name that depends on daylight saving time', () => {
    expect(zoneName('en-GB', 'Europe/Vienna', '2026-11-24T12:00:00.000Z')).toBe('CET');
    expect(zoneName('en-GB', 'Europe/Vienna', '2026-07-24T12:00:00.000Z')).toBe('CEST');
  });
});

describe('amounts', () => {
  it('are formatted by locale and currency', () => {
    expect(formatMoney('en-GB', 1234.5, 'EUR')).toBe('€1,234.50');
    expect(plain(formatMoney('de-DE', 1234.5, 'EUR'))).toBe('1.234,50 €');
    expect(formatMoney('ja-JP', 1234, 'JPY')).toBe('￥1,234');
  });

  it('show an invalid currency code unchanged', () => {
    expect(formatMoney('en-GB', 5, 'points')).toBe('5.00 points');
  });
});

describe('the calendar', () => {
  it('returns the current day of a time zone', () => {
    const now = new Date('2026-11-24T23:30:00Z');
    expect(dayIn('Europe/Vienna', now)).toBe('2026-11-25');
    expect(dayIn('America/New_York', now)).toBe('2026-11-24');
  });

  it('adds days across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it.each(['2026-02-30', '2026-13-01', '20261124', '2026-1-1', 'today', '', '2026-11-24T00:00'])(
    'rejects %j',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  it('accepts leap days', () => {
    expect(isDay('2028-02-29')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateAt,
  dateText,
  daysBetween,
  instantOf,
  isTimeZone,
  parseDate,
  parseTime,
  timeText,
  todayByZone,
  wallClockAt,
} from './calendar.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

describe('a calendar date', () => {
  it('is parsed from YYYY-MM-DD if it is a valid date', () => {
    for (const text of ['2026-02-28', '2028-02-29', '0001-01-01', '9999-12-31']) {
      expect(parseDate(text)).toEqual(day(text));
    }
    for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '0000-01-01', 'infinity', 'today', '']) {
      expect([text, parseDate(text)]).toEqual([text, undefined]);
    }
    for (const text of [' 2026-01-01', '2026-01-01T00:00', '２０２６-01-01', '+2026-01-01']) {
      expect([text, parseDate(text)]).toEqual([text, undefined]);
    }
  });

  it('moves by days and by months, to the last day of a shorter month', () => {
    expect(dateText(addDays(day('2026-02-28'), 1))).toBe('2026-03-01');
    expect(dateText(addMonths(day('2026-01-31'), 1))).toBe('2026-02-28');
    expect(dateText(addMonths(day('2026-05-31'), -3))).toBe('2026-02-28');
    expect(dateText(addMonths(day('2026-11-20'), 3))).toBe('2027-02-20');
  });

  it('stays within the years 1 to 9999', () => {
    expect(dateText(addDays(day('9999-12-31'), 1))).toBe('9999-12-31');
    expect(dateText(addMonths(day('9999-12-31'), 3))).toBe('9999-12-31');
    expect(dateText(addMonths(day('0001-01-01'), -3))).toBe('0001-01-01');
    expect(dateText(addMonths(day('0001-01-01'), -24))).toBe('0001-01-01');
    expect(daysBetween(day('9999-12-01'), day('9999-12-31'))).toBe(30);
  });
});

describe('a time of day', () => {
  it('is parsed from HH:MM or HH:MM:SS if it is a valid time', () => {
    expect(timeText(parseTime('00:00') ?? new Date(1))).toBe('00:00:00');
    expect(timeText(parseTime('23:59:59') ?? new Date(1))).toBe('23:59:59');
    for (const text of ['24:00', '9:05', '09:5', '09:60', '23:59:60', '09:00:00.5', '', '09:00Z']) {
      expect([text, parseTime(text)]).toEqual([text, undefined]);
    }
  });
});

describe('the wall clock of a time zone', () => {
  it('shows the local date and time of an instant', () => {
    const reading = (instant: string, zone: string) => {
      const { date, time } = wallClockAt(new Date(instant), zone);
      return `${dateText(date)} ${timeText(time)}`;
    };
    expect(reading('2026-06-10T21:59:59Z', 'Europe/Amsterdam')).toBe('2026-06-10 23:59:59');
    expect(reading('2026-06-10T22:00:00Z', 'Europe/Amsterdam')).toBe('2026-06-11 00:00:00');
    expect(reading('2026-06-10T10:00:00Z', 'Pacific/Kiritimati')).toBe('2026-06-11 00:00:00');
    expect(reading('2026-06-10T10:59:59Z', 'Pacific/Pago_Pago')).toBe('2026-06-09 23:59:59');
    expect(reading('2026-03-29T00:59:59Z', 'Europe/Amsterdam')).toBe('2026-03-29 01:59:59');
    expect(reading('2026-03-29T01:00:00Z', 'Europe/Amsterdam')).toBe('2026-03-29 03:00:00');
    expect(dateAt(new Date('2026-06-09T18:30:00Z'), 'Asia/Kolkata')).toEqual(day('2026-06-10'));
  });

  it('does not round an instant up to the next day', () => {
    const { date, time } = wallClockAt(new Date('2026-06-10T21:59:59.999Z'), 'Europe/Amsterdam');
    expect([dateText(date), timeText(time)]).toEqual(['2026-06-10', '23:59:59']);
  });

  it('converts back to the instant', () => {
    expect(instantOf(new Date('2026-06-10T09:00:00Z'), 'America/New_York')).toEqual(new Date('2026-06-10T13:00:00Z'));
    expect(instantOf(new Date('2026-12-10T09:00:00Z'), 'America/New_York')).toEqual(new Date('2026-12-10T14:00:00Z'));
  });

  it('groups time zones by their current date', () => {
    const zones = ['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata'];
    expect(todayByZone(new Date('2026-06-10T02:00:00Z'), zones)).toEqual([
      { date: day('2026-06-10'), timeZones: ['Europe/Amsterdam', 'Pacific/Auckland', 'Asia/Kolkata'] },
      { date: day('2026-06-09'), timeZones: ['America/New_York'] },
    ]);
    expect(todayByZone(new Date(), [])).toEqual([]);
  });
});

describe('a time zone', () => {
  it('is any name of the IANA database, also a former or a recent one', () => {
    for (const zone of ['Europe/Amsterdam', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Etc/UTC', 'UTC']) {
      expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
    }
    for (const zone of ['America/Argentina/Buenos_Aires', 'US/Eastern', 'Etc/GMT+5']) {
      expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
    }
    for (const zone of ['', 'Mars/Olympus', '+05:00', 'PST', 'Europe', 'europe/amsterdam', 'Europe/Amsterdam; DROP']) {
      expect([zone, isTimeZone(zone)]).toEqual([zone, false]);
    }
  });
});

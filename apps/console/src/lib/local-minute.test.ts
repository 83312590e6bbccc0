import { describe, expect, it } from 'vitest';
import { instantOf, isLocalMinute, localMinute } from './local-minute.ts';

const AMSTERDAM = 'Europe/Amsterdam';

describe('instantOf', () => {
  it.each([
    ['2026-11-20T15:30', AMSTERDAM, '2026-11-20T14:30:00.000Z'],
    ['2026-07-01T00:00', AMSTERDAM, '2026-06-30T22:00:00.000Z'],
    ['2026-11-20T15:30', 'Asia/Kathmandu', '2026-11-20T09:45:00.000Z'],
    ['2026-11-20T15:30', 'UTC', '2026-11-20T15:30:00.000Z'],
    // The day on which daylight saving time starts: before, in the skipped hour, after.
    ['2026-03-29T01:59', AMSTERDAM, '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T02:30', AMSTERDAM, '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00', AMSTERDAM, '2026-03-29T01:00:00.000Z'],
    // The day on which it ends: the first of two instants.
    ['2026-10-25T02:30', AMSTERDAM, '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', AMSTERDAM, '2026-10-25T02:00:00.000Z'],
  ])('%s in %s', (minute, zone, instant) => expect(instantOf(minute, zone)).toBe(instant));

  it('is the inverse of localMinute', () => {
    for (const zone of [AMSTERDAM, 'America/St_Johns', 'Pacific/Chatham']) {
      expect(localMinute(new Date(instantOf('2026-11-20T15:30', zone)), zone)).toBe('2026-11-20T15:30');
    }
  });
});

describe('isLocalMinute', () => {
  it.each(['2026-11-20T15:30', '2024-02-29T00:00'])('accepts %s', (text) => expect(isLocalMinute(text)).toBe(true));
  it.each([
    '',
    '2026-11-20',
    '2026-02-30T10:00',
    '2026-11-20T24:00',
    '2026-11-20T15:30:00',
    '2026-11-20T15:3',
    'T15:30',
  ])('rejects %j', (text) => expect(isLocalMinute(text)).toBe(false));
});

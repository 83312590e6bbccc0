import { describe, expect, it } from 'vitest';
import { nextTry, retryAfterSeconds } from './schedule.ts';

const NOW = new Date('2026-06-01T10:00:00Z');
const waits = [0, 5, 300, 1_800];
const seconds = (date: Date | null) => date && (date.getTime() - NOW.getTime()) / 1_000;
const withChance = (chance: number) => ({ waits, jitterPercent: 20, random: () => chance });

describe('nextTry', () => {
  it('waits according to the schedule, and ends with it', () => {
    const next = (tried: number) => seconds(nextTry(withChance(0.5), tried, NOW, null));
    expect([1, 2, 3].map(next)).toEqual([5, 300, 1_800]);
    expect(next(4)).toBeNull();
  });

  it('adds random jitter in both directions', () => {
    expect(seconds(nextTry(withChance(0), 2, NOW, null))).toBe(240);
    expect(seconds(nextTry(withChance(0.999_999), 2, NOW, null))).toBeCloseTo(360, 2);
  });

  it('respects the wait that a receiver requests, up to a day', () => {
    expect(seconds(nextTry(withChance(0.5), 1, NOW, 60))).toBe(60);
    expect(seconds(nextTry(withChance(0.5), 2, NOW, 60))).toBe(300);
    expect(seconds(nextTry(withChance(0.5), 1, NOW, 999_999_999))).toBe(86_400);
  });
});

describe('retryAfterSeconds', () => {
  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['Mon, 01 Jun 2026 10:02:00 GMT', 120],
    ['Mon, 01 Jun 2026 09:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['1e9', null],
    ['9'.repeat(30), 86_400],
    ['Mon, 99 Jun 2026 10:02:00 GMT', null],
    [undefined, null],
  ])('reads %j as %j', (header, expected) => {
    expect(retryAfterSeconds(header, NOW)).toBe(expected);
  });
});

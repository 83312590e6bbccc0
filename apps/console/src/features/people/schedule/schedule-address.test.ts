import { describe, expect, it } from 'vitest';
import { rangeOf, shifted } from './schedule-address.ts';

describe('the days of a schedule', () => {
  it.each([
    ['day', '2026-11-24', '2026-11-24', '2026-11-24'],
    ['week', '2026-11-24', '2026-11-23', '2026-11-29'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['month', '2026-11-24', '2026-10-26', '2026-12-06'],
    ['month', '2027-02-10', '2027-02-01', '2027-02-28'],
    ['month', '2026-12-31', '2026-11-30', '2027-01-03'],
  ] as const)('of a %s with %s are from %s to %s', (span, on, from, to) => {
    expect(rangeOf(span, on)).toEqual({ from, to });
  });

  it('move by their span', () => {
    expect(shifted('day', '2026-12-31', 1)).toBe('2027-01-01');
    expect(shifted('week', '2026-11-24', -1)).toBe('2026-11-17');
    expect(shifted('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(shifted('month', '2026-01-31', -1)).toBe('2025-12-01');
  });
});

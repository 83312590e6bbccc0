import { describe, expect, it } from 'vitest';
import { addMonths, daysOf, weeksOf } from './month.ts';

describe('a month', () => {
  it('is shifted across the end of a year', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', 24)]).toEqual([
      '2027-01',
      '2025-12',
      '2028-03',
    ]);
  });

  it('has a last day', () => {
    expect(['2026-02', '2028-02', '2026-12'].map((month) => daysOf(month).last)).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
    ]);
  });

  it('is split into weeks that start on Monday', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(weeksOf('2027-02')).toHaveLength(4);
  });
});
